/** A cell with something in it. */
export interface SheetCell {
  /** From 0. */
  readonly column: number
  /** As the sheet shows it. */
  readonly text: string
}

export interface SheetRow {
  /** From 0. */
  readonly index: number
  /** By column. */
  readonly cells: readonly SheetCell[]
  readonly isHidden: boolean
}

/** Rows and columns from 0, the last ones included. */
export interface CellArea {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  /** By index, rows without cells left out. */
  readonly rows: readonly SheetRow[]
  readonly merges: readonly CellArea[]
  readonly hiddenColumns: readonly { readonly first: number; readonly last: number }[]
  /** Text boxes, charts and diagrams that lie on the sheet. */
  readonly figures: readonly string[]
}

/** `AB12` as column 27, row 11; undefined for what is no cell's name. */
export function cellPlace(name: string): { readonly column: number; readonly row: number } | undefined {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?([0-9]{1,7})$/.exec(name) ?? []
  if (letters === undefined || digits === undefined) return undefined
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { column: column - 1, row: Number(digits) - 1 }
}

/** 27 as `AB`. */
export function columnName(column: number): string {
  let name = ""
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  }
  return name
}
