import { spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'

/** A file system of its own that can be made full, and roomy again, while it is in use. */
export interface SmallDisk {
  path: string
  /** From now on not one page more can be written. */
  fill(): void
  free(): void
  unmount(): void
}

const ROOM = '8g'

function mount(...args: string[]): boolean {
  return spawnSync('mount', args, { stdio: 'ignore' }).status === 0
}

/** Mounts one at the path, in memory; undefined where that is not allowed. */
export function mountSmallDisk(path: string): SmallDisk | undefined {
  mkdirSync(path, { recursive: true })
  if (!mount('-t', 'tmpfs', '-o', `size=${ROOM},mode=0755`, 'mkt-chaos', path)) return undefined
  const unmount = () => void spawnSync('umount', ['--lazy', path], { stdio: 'ignore' })
  // A run that is broken off leaves no mount behind.
  process.once('exit', unmount)
  return {
    path,
    fill() {
      // It becomes as large as what it holds. Somebody writes all the time, so the first try may come too late.
      for (let tries = 0; tries < 100; tries += 1) {
        const { blocks, bfree, bsize } = statfsSync(path)
        if (mount('-o', `remount,size=${(blocks - bfree) * bsize}`, path)) return
      }
      throw new Error(`the disk at ${path} could not be made full`)
    },
    free() {
      if (!mount('-o', `remount,size=${ROOM}`, path)) throw new Error(`the disk at ${path} stays full`)
    },
    unmount() {
      process.off('exit', unmount)
      unmount()
    },
  }
}
