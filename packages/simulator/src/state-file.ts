import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { productOwner } from './enterprise/contents.ts'
import { sampleElements } from './enterprise/elements.ts'
import { newUlid } from './lib/ulid.ts'
import type { World } from './world.ts'

const SETTLE_MS = 50

export type StateFile = { load: () => World | null; changed: () => void; close: () => void }

/** Keeps the world in a file, written whole and moved into place; a burst of changes is written once. */
export function openStateFile(path: string, world: () => World): StateFile {
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    timer = undefined
    const draft = `${path}.writing`
    writeFileSync(draft, JSON.stringify(world()), { mode: 0o600 })
    renameSync(draft, path)
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
    changed: () => {
      timer ??= setTimeout(write, SETTLE_MS)
    },
    close: () => {
      clearTimeout(timer)
      write()
    },
  }
}

/** Quotes and policies in a file of an earlier version have no elements: they get what a bare quote gets today. */
function completed(world: World): World {
  for (const { dataModel, quotes, policies } of world.enterprise)
    for (const item of [...quotes, ...policies])
      item.elements ??= sampleElements(dataModel, productOwner(dataModel, item.productName), () => newUlid(Date.now()))
  return world
}
