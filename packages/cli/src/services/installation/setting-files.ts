import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { formatFile, type Manifest, type Setting, settingsOf } from '@mkt/manifest'
import { wrongUsage } from '../../abort.ts'
import { mediaTypeOf } from './media-type.ts'

/** Content of a file that was given for a setting. What it becomes depends on the setting's type, which the manifest knows. */
export interface GivenFile {
  name: string
  bytes: Buffer
}

export function readGivenFile(cwd: string, path: string): GivenFile {
  try {
    return { name: basename(path), bytes: readFileSync(resolve(cwd, path)) }
  } catch {
    throw wrongUsage(`${path} cannot be read.`, 'Give --setting-file name=path of a file that is there.')
  }
}

/** A file as the value of a setting: of a File with its name and type, of any other type its text. */
export function settingOfFile(setting: Pick<Setting, 'type'> | undefined, { name, bytes }: GivenFile): string {
  if (setting?.type === 'File') return formatFile({ name, type: mediaTypeOf(name), base64: bytes.toString('base64') })
  const text = bytes.toString('utf8')
  // Editors end a file with a line break that is no part of a key or a name.
  return setting?.type === 'Table' || setting?.type === 'Multiline' ? text : text.replace(/\r?\n$/, '')
}

/** The settings with every given file in place. */
export function placeFiles(
  manifest: Manifest | undefined,
  { settings, files }: { settings: Record<string, unknown>; files: Readonly<Record<string, GivenFile>> },
): Record<string, unknown> {
  const byName = new Map(manifest === undefined ? [] : settingsOf(manifest).map((setting) => [setting.name, setting]))
  const placed = Object.entries(files).map(([name, file]) => [name, settingOfFile(byName.get(name), file)])
  return { ...settings, ...Object.fromEntries(placed) }
}
