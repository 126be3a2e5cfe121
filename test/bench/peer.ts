/** A package that a benchmark compares with; where it is absent, says so and gives undefined. */
export async function peerOf<T>(name: string, load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load()
  } catch {
    console.log(`${name} is not installed: its rows are left out (npm install --no-save ${name}).`)
    return undefined
  }
}
