/** An answer that is no success, as the server words it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: { readonly [name: string]: string } = {},
    readonly plainText = false,
  ) {
    super(message)
  }
}
