import { type Part, parts } from '@mkt/contract/parts'
import { type LogLevel, logLevels } from '../../lib/log-levels.ts'

/** Levels that an operator gave to parts, as they are stored; `until` is when a level ends by itself. */
export type StoredLevels = Readonly<Record<string, { level: LogLevel; until: string | null }>>

export interface LevelOrder {
  part: Part
  /** Null: the level of all parts again. */
  level: LogLevel | null
  /** Null: until it is changed. */
  minutes: number | null
}

const MAX_MINUTES = 7 * 24 * 60

/** Reads `<part> <level> [--minutes n]`, or `<part> reset`; undefined for anything else. */
export function readLevelOrder(args: readonly string[]): LevelOrder | undefined {
  const [part, word, option, count] = args
  if (args.length !== 2 && args.length !== 4) return undefined
  const known = parts.find((one) => one === part)
  const level = word === 'reset' ? null : logLevels.find((one) => one === word)
  if (known === undefined || level === undefined) return undefined
  if (option === undefined) return { part: known, level, minutes: null }
  const minutes = /^\d{1,5}$/.test(count ?? '') ? Number(count) : 0
  if (option !== '--minutes' || minutes < 1 || minutes > MAX_MINUTES || level === null) return undefined
  return { part: known, level, minutes }
}

export function withLevel(stored: StoredLevels, { part, level, minutes }: LevelOrder, now: Date): StoredLevels {
  const { [part]: _, ...others } = stored
  if (level === null) return others
  const until = minutes === null ? null : new Date(now.getTime() + minutes * 60_000).toISOString()
  return { ...others, [part]: { level, until } }
}

/** The levels that count at a moment. */
export function levelsAt(stored: StoredLevels, now: Date): Record<string, LogLevel> {
  const inForce = Object.entries(stored).filter(([, { until }]) => until === null || Date.parse(until) > now.getTime())
  return Object.fromEntries(inForce.map(([part, { level }]) => [part, level]))
}
