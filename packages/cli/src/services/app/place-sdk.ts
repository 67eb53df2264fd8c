import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export type SdkLanguage = 'node' | 'python' | 'java'

/** Where the SDK goes in the folder of an app, and which part of it. */
const places: Readonly<Record<SdkLanguage, { part: string; to: string }>> = {
  node: { part: '.', to: 'vendor/mkt-sdk' },
  python: { part: 'mkt_sdk', to: 'mkt_sdk' },
  java: { part: 'src', to: 'src' },
}

const ofTool = fileURLToPath(new URL('../../../sdks/', import.meta.url))
const ofClone = fileURLToPath(new URL('../../../../../', import.meta.url))

/** What was placed: files of the app, and how package.json names the SDK for Node. */
export interface PlacedSdk {
  files: string[]
  dependency?: string
}

/**
 * Puts the SDK into the folder of an app, so that the app runs before anything is installed. The packed tool copies the one it
 * carries; in a clone, whose SDK for Node is TypeScript, the app links to it.
 */
export function placeSdk(dir: string, language: SdkLanguage): PlacedSdk {
  const { part, to } = places[language]
  const packed = existsSync(join(ofTool, language))
  if (language === 'node' && !packed) return linkClone(dir)
  const source = join(packed ? join(ofTool, language) : join(ofClone, 'sdks', language), part)
  const files = filesBelow(source).filter((file) => !existsSync(join(dir, to, file)))
  for (const file of files) cpSync(join(source, file), join(dir, to, file))
  if (language === 'node') link(dir, join(dir, to))
  return {
    files: files.map((file) => `${to}/${file}`),
    ...(language === 'node' && { dependency: `file:${to}` }),
  }
}

function linkClone(dir: string): PlacedSdk {
  const home = join(ofClone, 'packages/sdk')
  link(dir, home)
  return { files: [], dependency: `file:${relative(dir, home)}` }
}

/** The link that `npm install` makes of a dependency that is a folder. */
function link(dir: string, home: string): void {
  const place = join(dir, 'node_modules/@mkt/sdk')
  if (existsSync(place)) return
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(relative(dirname(place), home), place, 'dir')
}

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.pyc'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}
