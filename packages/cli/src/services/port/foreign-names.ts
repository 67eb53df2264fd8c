import { manifestName } from '../app/app-folder.ts'

/** How an application of this kind names what the platform gives it. */
export interface ForeignNames {
  /** The manifest's file, at the root of the folder. */
  manifest: string | undefined
  /** What its variables begin with: `X` of `X_PORT` and `X_STATE_API`. */
  prefix: string | undefined
  /** All that were found: with more than one nobody but the author knows which is the platform's. */
  prefixes: string[]
  /** The manifest's section that declares webhooks and the like. */
  section: string | undefined
}

type Files = ReadonlyMap<string, string>

/**
 * Finds the names by what they stand for, so that no vendor need be known: the manifest by its content, the prefix by the variable of
 * the state interface, the section by what it holds.
 */
export function findForeignNames(files: Files): ForeignNames {
  const manifests = [...files].filter(([path, text]) => isManifest(path, text))
  const [path, text] = manifests.find(([each]) => each === manifestName) ?? manifests[0] ?? []
  const prefixes = new Set<string>()
  for (const source of files.values())
    for (const [, prefix = ''] of source.matchAll(/\b([A-Z][A-Z0-9_]*)_STATE_API\b/g)) prefixes.add(prefix)
  prefixes.delete('MKT')
  const [prefix] = prefixes
  return {
    manifest: path,
    prefix: prefixes.size === 1 ? prefix : undefined,
    prefixes: [...prefixes].sort(),
    section: text === undefined ? undefined : sectionOf(text),
  }
}

function isManifest(path: string, text: string): boolean {
  if (!/^[\w.-]+-app\.json$/.test(path)) return false
  const value = parsed(text)
  return typeof value?.name === 'string' && typeof value.version === 'string'
}

const declared = ['webhooks', 'autofill', 'externalRaters', 'lifecycle', 'public']

function sectionOf(text: string): string | undefined {
  const sections = Object.entries(parsed(text) ?? {}).filter(
    ([key, value]) =>
      key !== 'app' && typeof value === 'object' && value !== null && declared.some((name) => name in value),
  )
  return sections.length === 1 ? sections[0]?.[0] : undefined
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
