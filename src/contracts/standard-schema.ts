/**
 * A schema of any library that follows Standard Schema 1 (standardschema.dev); this is all that is called of it. To be the
 * columns of a table it must also give its JSON Schema, as zod 4, ArkType and `toStandardJsonSchema` of Valibot do.
 */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
  }
}

/** What a schema makes of a value: the value as it reads it, or what is wrong. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** One thing that is wrong with a value, and where. */
export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}
