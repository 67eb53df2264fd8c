import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { wrongUsage } from '../abort.ts'

export interface ConfigurationFlags {
  /** `name=value`, repeated. */
  setting?: string[]
  /** Names of write-only settings to clear. */
  clear?: string[]
  settings?: string
  mappings?: string
}

export interface ConfigurationInput {
  settings: Record<string, unknown>
  /** Undefined where none was given. */
  mappings: unknown[] | undefined
}

/** Settings and mappings from flags and files; a single setting wins over the file. */
export function readConfigurationInput(cwd: string, flags: ConfigurationFlags): ConfigurationInput {
  const file = flags.settings === undefined ? {} : readJson(cwd, flags.settings)
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw wrongUsage(`${flags.settings} holds no JSON object.`, 'Give an object: setting name → value.')
  const settings: Record<string, unknown> = { ...file }
  for (const pair of flags.setting ?? []) {
    const [name, value] = split(pair)
    settings[name] = value
  }
  for (const name of flags.clear ?? []) settings[name] = null
  const mappings = flags.mappings === undefined ? undefined : readJson(cwd, flags.mappings)
  if (mappings !== undefined && !Array.isArray(mappings))
    throw wrongUsage(`${flags.mappings} holds no JSON array.`, 'Give an array of { productName, fields }.')
  return { settings, mappings }
}

function split(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw wrongUsage(`"${pair}" is not name=value.`, 'Give --setting name=value; quote it for the shell.')
  return [pair.slice(0, at), pair.slice(at + 1)]
}

export function readJson(cwd: string, path: string): unknown {
  const text = path === '-' ? readFileSync(0, 'utf8') : readFileSync(resolve(cwd, path), 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw wrongUsage(`${path === '-' ? 'Standard input' : path} is not valid JSON.`)
  }
}
