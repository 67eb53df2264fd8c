import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../random.ts'

/** A mark in a folder that tells it from every other one, made when it is first asked for. It goes with the folder when that is moved or copied. */
export async function folderMark(folder: string, random: Random): Promise<string> {
  const file = join(folder, 'mark')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Of two processes that begin at the same time one writes, and both read that.
  await writeFile(file, random.bytes(16).toString('hex'), { flag: 'wx', flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}
