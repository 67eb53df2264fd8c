export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
export type LineLevel = Exclude<LogLevel, 'silent'>

/** How much is logged: one level for all, and others for parts of the program. May be changed while it runs. */
export interface LogLevels {
  allows(part: string | undefined, level: LineLevel): boolean
  /** Replaces the levels of parts; a part that is not named has the level of all. */
  set(byPart: Readonly<Record<string, LogLevel>>): void
}

export function createLogLevels(all: LogLevel): LogLevels {
  let byPart = new Map<string, number>()
  const least = logLevels.indexOf(all)
  return {
    allows(part, level) {
      const from = (part === undefined ? undefined : byPart.get(part)) ?? least
      return logLevels.indexOf(level) >= from
    },
    set(levels) {
      byPart = new Map(Object.entries(levels).map(([part, level]) => [part, logLevels.indexOf(level)]))
    },
  }
}
