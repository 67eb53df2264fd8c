import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { wrongUsage } from '../../abort.ts'

const MAX_CHARACTERS = 20_000

/** The release notes that a deploy was given, as text or as a file. Checked before anything is built. */
export function readNotes(
  cwd: string,
  { notes, notesFile }: { notes?: string; notesFile?: string },
): string | undefined {
  if (notes !== undefined && notesFile !== undefined)
    throw wrongUsage('--notes and --notes-file exclude each other.', 'Give one of them.')
  const text = notesFile === undefined ? notes : readFile(resolve(cwd, notesFile))
  if (text !== undefined && text.length > MAX_CHARACTERS)
    throw wrongUsage(`The release notes have ${text.length} characters.`, `Use at most ${MAX_CHARACTERS}.`)
  return text
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw wrongUsage(`The release notes cannot be read: ${(error as Error).message}.`, 'Give an existing file.')
  }
}
