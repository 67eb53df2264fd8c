/** One copy of a whole database server, from which its log leads to any later moment. */
export interface BaseBackup {
  id: string
  file: string
  startedAt: string
  endedAt: string
  bytes: number
  sha256: string
}

/** The newest base from which a moment can be reached: the log only leads forward, and not into the copy itself. */
export function chooseBase(bases: readonly BaseBackup[], until: Date | undefined): BaseBackup | undefined {
  const possible = until === undefined ? bases : bases.filter(({ endedAt }) => new Date(endedAt) <= until)
  return possible.toSorted((a, b) => a.endedAt.localeCompare(b.endedAt)).at(-1)
}

const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d(?::?\d\d)?)$/

/** A moment as PostgreSQL reads it in its settings, to the microsecond; undefined for what is none, or names no time zone. */
export function readMoment(text: string): { at: Date; setting: string } | undefined {
  const [, day, time, zone] = MOMENT.exec(text) ?? []
  const at = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  if (day === undefined || Number.isNaN(at.getTime())) return undefined
  return { at, setting: `${day} ${time}${zone === 'Z' ? '+00' : zone}` }
}

/** Names of files in the log of PostgreSQL: segments, histories of timelines, marks of backups. */
export const LOG_FILE = /^([0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/

export interface RecoveryInput {
  /** What the server runs to get a file of the log: `%f` is its name, `%p` where to put it. */
  restoreCommand: string
  /** As `readMoment` gives it. */
  until: string | undefined
  /** Marks the restored server, so that a platform on it knows that it is a copy. */
  mark: string
}

/** Settings with which a server that was put back recovers. It archives nothing: its log would mix with that of the original. */
export function recoverySettings({ restoreCommand, until, mark }: RecoveryInput): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  return [
    '',
    `restore_command = ${quoted(restoreCommand)}`,
    ...(until === undefined ? [] : [`recovery_target_time = ${quoted(until)}`]),
    `recovery_target_action = 'promote'`,
    `archive_mode = 'off'`,
    `mkt.restored = ${quoted(mark)}`,
    '',
  ].join('\n')
}
