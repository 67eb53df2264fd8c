import { queryOptions } from '@tanstack/react-query'
import { guardedFetch } from './api.ts'

/** The parts of isolation the report names as missing, wherever it puts them. */
function missingIn(report: Record<string, unknown>): string[] {
  const value = report.isolation ?? report.missingIsolation ?? report.engine
  const list = Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null && 'missing' in value && Array.isArray(value.missing)
      ? value.missing
      : []
  return list.map((part: unknown) => {
    if (typeof part === 'object' && part !== null && 'reason' in part) return String(part.reason)
    return typeof part === 'string' ? part : JSON.stringify(part)
  })
}

/** Further facts about the engine: how applications reach the outside, whether their system calls are filtered. */
function notesIn({ engine }: Record<string, unknown>): string[] {
  const notes = typeof engine === 'object' && engine !== null && 'notes' in engine ? engine.notes : []
  return Array.isArray(notes) ? notes.map(String) : []
}

/** What the platform reports about itself; an answer of 503 is a report too. */
export const readinessQuery = queryOptions({
  queryKey: ['health'],
  refetchInterval: 15_000,
  queryFn: async ({ signal }) => {
    const response = await guardedFetch('/readyz', { signal })
    const report = (await response.json()) as Record<string, unknown>
    return { ready: response.ok, report, missingIsolation: missingIn(report), notes: notesIn(report) }
  },
})
