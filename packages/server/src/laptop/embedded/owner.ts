import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processStat } from './postmaster.ts'

interface Owner {
  pid: number
  startedAt: string
}

/** The living process that uses the data folder, if there is one. */
export function ownerOf(home: string): number | undefined {
  const owner = read(join(home, 'owner.json'))
  return owner && processStat(owner.pid)?.startedAt === owner.startedAt ? owner.pid : undefined
}

/**
 * Marks the data folder as used by this process. Two platforms on one folder would fight over its server, so the
 * second is refused while the first lives; a mark left by a killed one is taken over.
 */
export function takeOwnership(home: string): () => void {
  const file = join(home, 'owner.json')
  const former = ownerOf(home)
  if (former !== undefined && former !== process.pid) {
    throw new Error(
      `The data folder ${home} is in use by process ${former}: stop that one first, or set MKT_DATA_DIR to another folder.`,
    )
  }
  const mine: Owner = { pid: process.pid, startedAt: processStat(process.pid)?.startedAt ?? '0' }
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  renameSync(draft, file)
  return () => {
    if (read(file)?.pid === process.pid) rmSync(file, { force: true })
  }
}

function read(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return undefined
  }
}
