import { z } from 'zod'
import { type Affected, readAdvisory } from '../../packages/server/src/domain/material/advisory.ts'

const event = z.strictObject({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
})

/** What is known of weaknesses in our dependencies, as of a day: the facts of advisories, in a form of our own. */
export interface Snapshot {
  /** The day up to which the source was read. */
  taken: string
  advisories: { id: string; package: string; severity: string; summary: string; ranges: Affected['ranges'] }[]
  /** Advisories that do not concern us, and why. */
  exceptions: { id: string; why: string }[]
}

const snapshotSchema = z.strictObject({
  taken: z.iso.date(),
  advisories: z.array(
    z.strictObject({
      id: z.string(),
      package: z.string(),
      severity: z.string(),
      summary: z.string(),
      ranges: z.array(z.strictObject({ events: z.array(event).min(1) })),
    }),
  ),
  exceptions: z.array(z.strictObject({ id: z.string(), why: z.string().min(20) })),
})

export function readSnapshot(text: string): Snapshot {
  return snapshotSchema.parse(JSON.parse(text)) as Snapshot
}

/**
 * A snapshot made again from advisories in the OSV format: those about packages that are locked. Exceptions stay while their advisory does.
 */
export function takeSnapshot(
  texts: readonly string[],
  names: ReadonlySet<string>,
  before: Snapshot,
  taken: string,
): Snapshot {
  const advisories = texts.flatMap((text) => {
    const advisory = readAdvisory(text)
    if ('wrong' in advisory || advisory.withdrawnAt !== null) return []
    const { id, severity, summary } = advisory
    return advisory.affected
      .filter(({ ecosystem, package: name, ranges }) => ecosystem === 'npm' && names.has(name) && ranges.length > 0)
      .map(({ package: name, ranges }) => ({ id, package: name, severity, summary, ranges }))
  })
  advisories.sort((a, b) => `${a.package} ${a.id}`.localeCompare(`${b.package} ${b.id}`))
  const ids = new Set(advisories.map(({ id }) => id))
  return { taken, advisories, exceptions: before.exceptions.filter(({ id }) => ids.has(id)) }
}
