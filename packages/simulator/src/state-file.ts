import { mkdirSync, readFileSync, renameSync, rm, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { World } from './core/world.ts'
import { productOwner } from './enterprise/contents.ts'
import { sampleElements } from './enterprise/elements.ts'
import { guarded } from './lib/guarded.ts'
import { newUlid } from './lib/ulid.ts'

const SETTLE_MS = 50
/** How soon a file that could not be written is tried again. */
const RETRY_MS = 2_000
/** A large world takes long to write, and nothing else happens meanwhile: most of the time stays for the work. */
const WORK_PER_WRITE = 20

export type StateFile = { load: () => World | null; changed: () => void; close: () => void }

/** Keeps the world in a file, written whole and moved into place; a burst of changes is written once. */
export function openStateFile(path: string, world: () => World): StateFile {
  let timer: NodeJS.Timeout | undefined
  let settleMs = SETTLE_MS
  let isFailing = false
  const draft = `${path}.writing`
  const write = () => {
    timer = undefined
    const begun = performance.now()
    writeFileSync(draft, JSON.stringify(world()), { mode: 0o600 })
    renameSync(draft, path)
    settleMs = Math.max(SETTLE_MS, (performance.now() - begun) * WORK_PER_WRITE)
    if (isFailing) console.error(`The world is kept in ${path} again.`)
    isFailing = false
  }
  /** The policy system goes on with the world in memory, and the file is written once that works again. */
  const failed = (error: unknown) => {
    if (!isFailing) console.error(`The world could not be kept in ${path}; it is tried again:`, error)
    isFailing = true
    // Half a world only takes the room that is missing.
    rm(draft, { force: true }, () => {})
    settleMs = RETRY_MS
    schedule()
  }
  const schedule = () => {
    timer ??= setTimeout(guarded(failed, write), settleMs)
  }
  return {
    load: () => {
      mkdirSync(dirname(path), { recursive: true })
      try {
        return completed(JSON.parse(readFileSync(path, 'utf8')) as World)
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    changed: schedule,
    close: () => {
      clearTimeout(timer)
      write()
    },
  }
}

/** A file of an earlier version has no claims, and no elements of quotes and policies: they get what a bare quote gets today. */
function completed(world: World): World {
  for (const tenant of world.connected) tenant.claims ??= []
  for (const tenant of world.enterprise) tenant.firstNotices ??= []
  for (const { dataModel, quotes, policies } of world.enterprise)
    for (const item of [...quotes, ...policies])
      item.elements ??= sampleElements(dataModel, productOwner(dataModel, item.productName), () => newUlid(Date.now()))
  return world
}
