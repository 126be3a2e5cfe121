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

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}
