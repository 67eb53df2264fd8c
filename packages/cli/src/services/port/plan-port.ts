import { settingTypes } from '@mkt/manifest'
import { manifestName } from '../app/app-folder.ts'
import { type ForeignNames, findForeignNames } from './foreign-names.ts'
import { portNotes } from './port-notes.ts'

export interface PortChange {
  path: string
  /** Where it goes; the same path unless the file is renamed. */
  to: string
  before: string
  after: string
}

export interface PortPlan {
  names: ForeignNames
  changes: PortChange[]
  /** What nobody but the author can fix: sentences. */
  notes: string[]
}

/** Decides how the files of an application are renamed to this platform's names. Nothing but text is looked at. */
export function planPort(files: ReadonlyMap<string, string>): PortPlan {
  const names = findForeignNames(files)
  const changes: PortChange[] = []
  const ported = new Map<string, string>()
  for (const [path, before] of files) {
    const isManifest = path === names.manifest
    const after = renamed(isManifest ? portManifest(before, names) : before, names)
    const to = isManifest ? manifestName : path
    ported.set(to, after)
    if (to !== path || after !== before) changes.push({ path, to, before, after })
  }
  return { names, changes, notes: portNotes(ported, names) }
}

/** Variables, header, file name and the fields of the state record, wherever they are written. */
function renamed(text: string, { manifest, prefix, section }: ForeignNames): string {
  let result = text
  if (prefix !== undefined) {
    const words = prefix.replaceAll('_', '[-_]')
    result = result.replace(new RegExp(`\\b${prefix}_(PORT|STATE_API)\\b`, 'g'), 'MKT_$1')
    result = result.replace(new RegExp(`\\bx-${words}-(key|route|tenant)\\b`, 'gi'), (_all, name: string) => {
      return `x-mkt-${name.toLowerCase()}`
    })
  }
  if (section !== undefined && section !== 'platform')
    result = result.replace(new RegExp(`\\b${escaped(section)}ApiUrl\\b`, 'g'), 'platformApiUrl')
  if (manifest !== undefined && manifest !== manifestName) result = result.replaceAll(manifest, manifestName)
  return result
}

/** The section's name, and the types of settings in the case that they have here. The text keeps its form. */
function portManifest(text: string, { section }: ForeignNames): string {
  const named =
    section === undefined || section === 'platform'
      ? text
      : text.replace(new RegExp(`"${escaped(section)}"(\\s*:\\s*\\{)`), '"platform"$1')
  return named.replace(/("type"\s*:\s*")([A-Za-z]+)(")/g, (all, head: string, type: string, tail: string) => {
    const known = settingTypes.find((each) => each.toLowerCase() === type.toLowerCase())
    return known === undefined ? all : `${head}${known}${tail}`
  })
}

function escaped(text: string): string {
  return text.replace(/[^\w]/g, '\\$&')
}
