import type { DataSheet } from '../../../queries/release/trust.ts'

/** The lines of a data sheet that were typed; null: the line is no longer stated. */
export type TypedLines = { [Line in keyof DataSheet]?: DataSheet[Line] | null }

/** What differs from the sheet that was opened. Only that is kept: what somebody else changes meanwhile is not taken back. */
export function typedLines(opened: DataSheet, draft: DataSheet): TypedLines {
  const names = new Set([...Object.keys(opened), ...Object.keys(draft)]) as Set<keyof DataSheet>
  const differing = [...names].filter((name) => JSON.stringify(opened[name]) !== JSON.stringify(draft[name]))
  return Object.fromEntries(differing.map((name) => [name, draft[name] ?? null]))
}

/** The sheet with the lines that were typed. */
export function withTyped(opened: DataSheet, typed: TypedLines): DataSheet {
  const stated = Object.entries({ ...opened, ...typed }).filter(([, value]) => value !== null)
  return Object.fromEntries(stated) as DataSheet
}
