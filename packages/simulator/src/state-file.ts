import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
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
        return JSON.parse(readFileSync(path, 'utf8')) as World
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
