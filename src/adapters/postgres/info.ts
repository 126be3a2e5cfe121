import type { SetInfo } from "../../contracts/set-info"
import type { VectorStore } from "../../contracts/vector-store"
import { notEmpty } from "../kit/made-with"
import { codeOf, type PostgresRow } from "./client"
import type { Statement } from "./sql"
import type { Tables } from "./tables"

/** Runs a statement on the tables once they are there. */
type Query = (
  statement: (tables: Tables) => Statement,
  signal: AbortSignal | undefined,
) => Promise<readonly PostgresRow[]>

/** SQLSTATE of `writeInfoOfEmpty` where there is a document. */
const notEmptyCode = "SPD01"

/** What the set was made with, in the table of settings. */
export function createInfo(query: Query): Required<Pick<VectorStore, "getInfo" | "setInfo">> {
  return {
    async getInfo({ signal } = {}) {
      const [row] = await query(readInfo, signal)
      return row && (JSON.parse(row.value as string) as SetInfo)
    },
    async setInfo({ info, ifEmpty, signal }) {
      const write = ifEmpty ? writeInfoOfEmpty : writeInfo
      try {
        await query((tables) => write(tables, JSON.stringify(info)), signal)
      } catch (error) {
        throw codeOf(error) === notEmptyCode ? notEmpty() : error
      }
    },
  }
}

function readInfo({ sets }: Tables): Statement {
  return { sql: `SELECT value FROM ${sets} WHERE name = 'info'`, values: [] }
}

function writeInfo({ sets }: Tables, value: string): Statement {
  const sql = `INSERT INTO ${sets} (name, value) VALUES ('info', $1::text)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`
  return { sql, values: [value] }
}

/**
 * One block, in which each statement sees what was committed before it: it waits until no document is being written and
 * lets none be until it is done. A block takes no values.
 */
function writeInfoOfEmpty({ sets, documents }: Tables, value: string): Statement {
  const bytes = new TextEncoder().encode(value)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  const sql = `DO $spd_rag$ BEGIN
    LOCK TABLE ${sets} IN EXCLUSIVE MODE;
    IF EXISTS (SELECT 1 FROM ${documents}) THEN
      RAISE EXCEPTION 'The set has documents.' USING ERRCODE = '${notEmptyCode}';
    END IF;
    INSERT INTO ${sets} (name, value) VALUES ('info', convert_from(decode('${hex}', 'hex'), 'UTF8'))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value;
    END $spd_rag$`
  return { sql, values: [] }
}
