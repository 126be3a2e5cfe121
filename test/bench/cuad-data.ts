import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Contract, loadCuad } from "../../src/evaluation"

/** The contracts in the folder that is given, that SPD_RAG_DATA names, or that lies beside the project; else says so. */
export async function contractsOf(folder: string | undefined, limit?: number): Promise<readonly Contract[]> {
  const beside = fileURLToPath(new URL("../../../shared/data", import.meta.url))
  const place = folder ?? process.env.SPD_RAG_DATA ?? beside
  if (!existsSync(place)) {
    console.log(
      `Left out: no contracts in ${place}; give --data or SPD_RAG_DATA the folder with CUAD's archives.`,
    )
    process.exit(0)
  }
  const { contracts, unusable } = await loadCuad({ folder: place, limit })
  if (unusable.length > 0) console.log(`${unusable.length} contracts can't be used: ${unusable[0]!.reason}`)
  return contracts
}
