import type { Mapping } from '@mkt/manifest'
import { wrongUsage } from '../../abort.ts'
import { readJson } from '../app/read-json.ts'
import { type GivenFile, readGivenFile } from './setting-files.ts'

export interface ConfigurationFlags {
  /** `name=value`, repeated. */
  setting?: string[]
  /** `name=path`, repeated. */
  settingFile?: string[]
  /** Names of settings to clear. */
  clear?: string[]
  settings?: string
  /** `product:field=path`, repeated. */
  mapping?: string[]
  mappings?: string
  suggestMappings?: boolean
}

export interface MappedField {
  productName: string
  field: string
  /** Empty: the field is no longer mapped. */
  path: string
}

/** What somebody changes of a configuration. Everything not named here stays as it is. */
export interface ConfigurationChange {
  settings: Record<string, unknown>
  /** Settings whose value is in a file; `placeFiles` makes them values once the manifest is known. */
  files: Record<string, GivenFile>
  /** Single mapped fields. */
  mapped: MappedField[]
  /** All mappings at once, in place of the present ones. */
  mappings: Mapping[] | undefined
}

/** Reads a change from flags and files; a single setting or field wins over the file. */
export function readConfigurationChange(cwd: string, flags: ConfigurationFlags): ConfigurationChange {
  const file = flags.settings === undefined ? {} : readJson(cwd, flags.settings)
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw wrongUsage(`${flags.settings} holds no JSON object.`, 'Give an object: setting name → value.')
  const settings: Record<string, unknown> = { ...file }
  for (const pair of flags.setting ?? []) {
    const [name, value] = split(pair)
    settings[name] = value
  }
  const files: Record<string, GivenFile> = {}
  for (const pair of flags.settingFile ?? []) {
    const [name, path] = split(pair, '--setting-file name=path')
    files[name] = readGivenFile(cwd, path)
  }
  for (const name of flags.clear ?? []) settings[name] = null
  const mappings = flags.mappings === undefined ? undefined : readJson(cwd, flags.mappings)
  if (mappings !== undefined && !Array.isArray(mappings))
    throw wrongUsage(`${flags.mappings} holds no JSON array.`, 'Give an array of { productName, fields }.')
  return {
    settings,
    files,
    mapped: (flags.mapping ?? []).map(mappedField),
    mappings: mappings as Mapping[] | undefined,
  }
}

export function isNoChange({ settings, files, mapped, mappings }: ConfigurationChange): boolean {
  const named = Object.keys(settings).length + Object.keys(files).length
  return named === 0 && mapped.length === 0 && mappings === undefined
}

function split(pair: string, form = '--setting name=value'): [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw wrongUsage(`"${pair}" is not ${form.split(' ')[1]}.`, `Give ${form}; quote it for the shell.`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

function mappedField(given: string): MappedField {
  const [, productName, field, path] = /^([^:=]+):([^=]+)=(.*)$/s.exec(given) ?? []
  if (productName === undefined || field === undefined || path === undefined)
    throw wrongUsage(
      `"${given}" is not product:field=path.`,
      `Give --mapping "personal-auto:vin=$[?(@.name=='personal-auto')]…"; quote it for the shell.`,
    )
  return { productName, field, path }
}
