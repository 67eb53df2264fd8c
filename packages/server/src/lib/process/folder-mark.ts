import { constants, copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../random.ts'

const MARK = /^[0-9a-f]{32}$/

/** A mark in a folder that tells it from every other one, made when it is first asked for. It goes with the folder when that is moved or copied. */
export async function folderMark(folder: string, random: Random): Promise<string> {
  const file = join(folder, 'mark')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const mark = (await readFile(file, 'utf8').catch(unless('ENOENT'))) ?? (await makeMark(file, random))
  // Folders whose mark is empty would all count as the same one.
  if (!MARK.test(mark.trim())) throw new Error(`${file} is damaged. Restore it, or remove it and a new one is made.`)
  return mark.trim()
}

/** The mark appears whole or not at all. Of processes that begin at the same time one puts it there, and all read that. */
async function makeMark(file: string, random: Random): Promise<string> {
  const mark = random.bytes(16).toString('hex')
  const draft = `${file}-${mark}`
  try {
    await writeFile(draft, mark, { flush: true })
    // Some shared disks have no links.
    await link(draft, file).catch(() => copyFile(draft, file, constants.COPYFILE_EXCL).catch(unless('EEXIST')))
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}

function unless(code: string) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
  }
}
