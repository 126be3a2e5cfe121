import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import type { ParsedFile, ParseFile, ParseRequest } from "../kit/parse"

/** A parsed file, and the format that it was read as. */
export interface ParsedBytes extends ParsedFile {
  readonly format: string
}

/**
 * Reads bytes as their ending says, or as what they are where that fails: a page that was saved as `.xls` is a page.
 *
 * @throws LoadFileError of the first attempt, where no other succeeds.
 */
export async function parseBytes(
  format: FileFormat,
  formats: readonly FileFormat[],
  parserOf: (format: FileFormat) => Promise<ParseFile>,
  request: ParseRequest,
): Promise<ParsedBytes> {
  const parse = await parserOf(format)
  try {
    return { ...(await parse(request)), format: format.name }
  } catch (cause) {
    const error = asLoadFileError(cause)
    const other = formats.find((other) => other !== format && other.sniff?.(request.bytes))
    if (other === undefined || !/^(?:damaged|binary|unsupported)$/.test(error.reason)) throw error
    const parsed = await parserOf(other)
      .then((parse) => parse(request))
      .catch(() => {
        throw error
      })
    const problem = `Its ending says ${format.name}, its bytes are ${other.name}, which it was read as.`
    return { ...parsed, format: other.name, problems: [problem, ...(parsed.problems ?? [])] }
  }
}

export function asLoadFileError(error: unknown): LoadFileError {
  if (error instanceof LoadFileError) return error
  return new LoadFileError("damaged", "It can't be read as what its ending says.", { cause: error })
}
