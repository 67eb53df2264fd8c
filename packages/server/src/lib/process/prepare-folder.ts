import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A folder that cannot be used, in a person's words. */
export class FolderError extends Error {
  override name = 'FolderError'
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk takes no writes',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'there is a file of that name',
  ENOENT: 'folders cannot be made there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links lead in a circle',
}

/**
 * Makes a folder with those above it and proves that it can be written, or says at once why not. Each folder is made by
 * itself: asked for all at once, Node tries forever in places such as /proc.
 */
export function prepareFolder(path: string): void {
  const place = resolve(path)
  try {
    make(place)
    const probe = join(place, `.writable-${process.pid}`)
    writeFileSync(probe, '', { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new FolderError(`${place} cannot be used: ${reasons[code] ?? message}`, { cause: error })
  }
}

function make(place: string, onFile = 'EEXIST'): void {
  const found = statSync(place, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error('a file'), { code: onFile })
  if (dirname(place) !== place) make(dirname(place), 'ENOTDIR')
  try {
    mkdirSync(place, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
