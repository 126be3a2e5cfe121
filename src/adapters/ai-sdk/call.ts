import { InvalidArgumentError, unshown } from "../../errors"
import { type Checks, isRecord, optional } from "../../runtime/check/options"
import { callable, valueThat, yesOrNo } from "../../runtime/check/values"
import { type HttpCall, openCall, timeout } from "../kit/http/call"
import { headers } from "../kit/options"
import { type AiSdkNames, aiSdkFailure, namesOf } from "./failure"
import type { AiSdkModel, AiSdkProviderOptions, AiSdkSharedOptions, AiSdkWarning } from "./model"

/** Options of every adapter of an AI SDK model. */
export interface AiSdkOptions {
  /** Sent with every call, such as `{ openai: { reasoningEffort: "low" } }`. */
  readonly providerOptions?: AiSdkProviderOptions | undefined
  /** Sent with every call, where the provider speaks HTTP. */
  readonly headers?: { readonly [name: string]: string } | undefined
  /** Time one call may take, its body or stream included. @default 600_000 */
  readonly timeoutMs?: number | undefined
  /** Whether the provider's own words on a refusal are in its error, at most 300 characters. @default true */
  readonly errorDetail?: boolean | undefined
  /** Told of what a provider did not do as asked, such as a temperature that the model does not take. */
  readonly onWarning?: ((warning: AiSdkWarning) => void) | undefined
}

export const aiSdkChecks: Checks<AiSdkOptions> = {
  providerOptions: optional(valueThat<AiSdkProviderOptions>("an object, one entry a provider", isRecord)),
  headers: optional(headers),
  timeoutMs: optional(timeout),
  errorDetail: optional(yesOrNo),
  onWarning: optional(callable<(warning: AiSdkWarning) => void>()),
}

/** One attempt: how to run it, what to send, and how to name its failure. */
export interface AiSdkCall extends Omit<HttpCall, "failure"> {
  readonly options: AiSdkSharedOptions
  /** @param sent what the call sent, which the provider may repeat */
  failure(error: unknown, sent: unknown): unknown
}

export interface AiSdkConnection {
  readonly names: AiSdkNames
  open(signal: AbortSignal | undefined): AiSdkCall
  warn(warnings: readonly AiSdkWarning[] | undefined): void
}

const versions = ["v2", "v3", "v4"]

/** @param method what a model of the kind that is needed has */
export function connectAiSdk(model: AiSdkModel, method: string, options: AiSdkOptions): AiSdkConnection {
  const known = typeof model === "object" && model !== null && versions.includes(model.specificationVersion)
  if (typeof model === "string") {
    const expected = `a model object of an AI SDK provider, for example createOpenAI()("gpt-5"), not a name`
    throw new InvalidArgumentError("model", model, expected)
  }
  if (!known || typeof Reflect.get(model, method) !== "function" || !isName(model.modelId)) {
    throw new InvalidArgumentError(
      "model",
      typeof model === "object" ? model : unshown(model),
      `a model object of an AI SDK provider, of specification ${versions.join(", ")}, with ${method}()`,
    )
  }
  const timeoutMs = options.timeoutMs ?? 600_000
  const names = namesOf(model)
  const { providerOptions, headers, onWarning } = options
  const secrets = Object.values(headers ?? {})
  const detailOf = (sent: unknown) => (options.errorDetail === false ? undefined : { sent, secrets })
  return {
    names,
    open(signal) {
      const call = openCall(`Model ${names.model} of ${names.name}`, timeoutMs, signal)
      return {
        ...call,
        options: {
          abortSignal: call.signal,
          ...(providerOptions === undefined ? {} : { providerOptions: structuredClone(providerOptions) }),
          ...(headers === undefined ? {} : { headers: { ...headers } }),
        },
        failure: (error, sent) => call.failure(error, () => aiSdkFailure(names, error, detailOf(sent))),
      }
    },
    warn(warnings) {
      for (const warning of warnings ?? []) {
        try {
          onWarning?.(warning)
        } catch {
          // A listener never breaks a call.
        }
      }
    },
  }
}

function isName(modelId: unknown): boolean {
  return typeof modelId === "string" && modelId !== ""
}
