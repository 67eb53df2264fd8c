import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processStat } from './postmaster.ts'

interface Owner {
  pid: number
  startedAt: string
}

/**
 * Marks the data folder as used by this process. Two platforms on one folder would fight over its server, so the
 * second is refused while the first lives; a mark left by a killed one is taken over.
 */
export function takeOwnership(home: string): () => void {
  const file = join(home, 'owner.json')
  const former = read(file)
  if (former && former.pid !== process.pid && processStat(former.pid)?.startedAt === former.startedAt) {
    throw new Error(
      `The data folder ${home} is in use by process ${former.pid}: stop that one first, or set MKT_DATA_DIR to another folder.`,
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
