import type { Migration } from './apply-migration.ts'

export interface Applied {
  number: number
  name: string
  checksum: string
  /** Whether a program that does not know it can go on. */
  compatible: boolean
}

/** A program goes on with a database that is this many migrations ahead of it: about two releases. */
const FURTHEST_AHEAD = 50

/** Which migrations must be run, given those that were; throws when the two do not fit together. */
export function missingMigrations(known: Migration[], applied: Applied[]): Migration[] {
  const newer = applied.filter((done) => !known.some(({ number }) => number === done.number))
  const breaking = newer.find(({ compatible }) => !compatible)
  if (breaking !== undefined)
    throw new Error(
      `The database has migration ${breaking.number} (${breaking.name}), which this program does not know and cannot work with: it was used by a newer version. Start that version, or restore a backup.`,
    )
  if (newer.length > FURTHEST_AHEAD)
    throw new Error(
      `The database is ${newer.length} migrations ahead of this program, which goes on with at most ${FURTHEST_AHEAD}: it was used by a much newer version. Start that version, or restore a backup.`,
    )
  for (const done of applied) {
    const migration = known.find(({ number }) => number === done.number)
    if (migration !== undefined && migration.checksum !== done.checksum)
      throw new Error(
        `Migration ${done.number} (${done.name}) was changed after it ran on this database: restore the file and put the change into a new migration.`,
      )
  }
  return known.filter((migration) => !applied.some((done) => done.number === migration.number))
}
