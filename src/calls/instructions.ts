/** Rules of a stage with the user's own behind them. */
export function withInstructions(rules: string, instructions: string | undefined): string {
  return instructions === undefined ? rules : `${rules}\n\n# Rules of the user\n${instructions}`
}
