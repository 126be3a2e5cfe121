const throughTexts = new Set(
  `Add And BitAnd BitNot BitOr Cast Compare Concat Copy Divide Eq Found Ge Gt If IfNot IsTrue Le Lt Multiply Ne Not NotFound
  Or Remainder ShiftLeft ShiftRight Subtract`.split(/\s+/),
)

/**
 * Whether an instruction of SQLite's virtual machine, by the name that EXPLAIN gives it, goes through whole texts and can
 * stand in any number in what is done for one row, where nothing can stop a statement. Those that read columns or keep rows
 * are not among them, since a row has a longest length.
 */
export function goesThroughTexts(opcode: string): boolean {
  return throughTexts.has(opcode)
}
