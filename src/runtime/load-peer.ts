import { InvalidArgumentError } from "../errors"

/**
 * Loads an optional peer package when it is first needed.
 *
 * @throws InvalidArgumentError that says what to install, with the loader's error as cause.
 */
export async function loadPeer<T>(packageName: string, range: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw missingPeer(packageName, range, cause)
  }
}

/** Says what to install. */
export function missingPeer(packageName: string, range: string, cause: unknown): InvalidArgumentError {
  return new InvalidArgumentError(
    packageName,
    undefined,
    `installed (run \`npm install ${packageName}@${range}\`) or its client to be passed in`,
    { cause },
  )
}
