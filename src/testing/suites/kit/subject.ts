/** What a contract suite knows of the plug under test. */
export interface PlugSubject<Plug> {
  /** A plug whose provider answers. */
  create(): Plug | Promise<Plug>
  /** Called after each test with the plug that was made for it. */
  dispose?(plug: Plug): void | Promise<void>
  /** A plug whose provider takes requests and never answers; `arrived` settles once one is under way. */
  createHanging?(): Promise<{ readonly plug: Plug; readonly arrived: Promise<unknown> }>
  /** A plug whose provider answers every request with an error, such as status 500, and counts them. */
  createFailing?(): Promise<{ readonly plug: Plug; readonly requests: () => number }>
  /** What must never be shown, such as the API key. */
  readonly secrets?: readonly string[] | undefined
  /** One more way to print a value, such as `inspect` of `node:util`. */
  readonly inspect?: ((value: unknown) => string) | undefined
}

/** One promise of the contract; each runs on a plug of its own. */
export interface PlugCase<Plug, Subject extends PlugSubject<Plug> = PlugSubject<Plug>> {
  readonly name: string
  /** Left out where the subject can't do it. */
  needs?(subject: Subject): boolean
  run(subject: Subject): Promise<void>
}

/** One way to call the plug; `undefined` where the plug lacks the ability. */
export interface PlugCall<Plug> {
  readonly name: string
  start(plug: Plug, signal: AbortSignal | undefined): Promise<unknown> | undefined
}

export async function withPlug<Plug, T>(
  subject: PlugSubject<Plug>,
  use: (plug: Plug) => Promise<T>,
): Promise<T> {
  return disposing(subject, await subject.create(), use)
}

export async function disposing<Plug, T>(
  subject: PlugSubject<Plug>,
  plug: Plug,
  use: (plug: Plug) => Promise<T>,
): Promise<T> {
  try {
    return await use(plug)
  } finally {
    await subject.dispose?.(plug)
  }
}

/** Throws when it is written to, also deep inside. */
export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !(value instanceof AbortSignal)) {
    for (const entry of Object.values(value)) frozen(entry)
    Object.freeze(value)
  }
  return value
}
