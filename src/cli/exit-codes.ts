/** What the command says to scripts; docs/command.md lists them. */
export const exitCodes = {
  /** Done, from everything that was given. */
  answered: 0,
  /** There is no answer: a provider refused, nothing could be read, a limit was too low. */
  failed: 1,
  /** The command line, the config file or a path makes no sense; nothing was sent anywhere. */
  usage: 2,
  /** Done, but not from everything: a file or a document could not be read, or a limit was reached. */
  incomplete: 3,
  /** Ctrl-C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
