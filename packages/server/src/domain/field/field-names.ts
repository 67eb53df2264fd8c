import { readJson } from '../../lib/json/read-json.ts'

/** Bounds of what is read of one body. Hostile bodies have a million names, or names a megabyte long. */
export const fieldLimits = { depth: 12, names: 300, characters: 120, values: 50_000 } as const

export interface FieldNames {
  names: Set<string>
  /** Names beyond the bounds. */
  overflow: number
}

/** Wrappers that say nothing about a field. Without them a field has one name wherever it stands. */
const wrappers = new Set(['characteristics', 'fieldValues'])
const rootWrappers = new Set(['updates', 'policy'])
const renamed: Readonly<Record<string, string>> = {
  addExposures: 'exposures',
  updateExposures: 'exposures',
  addPerils: 'perils',
  updatePerils: 'perils',
  addFieldGroups: 'fieldGroups',
  updateFieldGroups: 'fieldGroups',
}
/** Objects whose keys are locators, which are data, and how they are named. */
const maps: Readonly<Record<string, string>> = {
  fieldGroupsByLocator: 'fieldGroups[]',
  pricedPerilCharacteristics: 'pricedPerilCharacteristics.*',
}
const plainName = /^[A-Za-z_][\w$-]{0,63}$/
/** UUIDs, ULIDs and other long words with digits name a thing of a customer, not a field. */
const locator = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|(?=.*\d)[0-9A-Za-z]{20,})$/i

interface Walk extends FieldNames {
  visited: number
}

/**
 * The names of the fields in a body of an autofill or rater call, as paths without values: `vin`, `exposures[].vin`. Keys that are
 * data, such as locators, become `*`. Never throws: applications and policy systems send what they like.
 */
export function fieldNames(body: Buffer): FieldNames {
  const found: Walk = { names: new Set(), overflow: 0, visited: 0 }
  walk(readJson(body), '', 0, found)
  return { names: found.names, overflow: found.overflow }
}

function walk(value: unknown, path: string, depth: number, found: Walk): void {
  if (isTooMuch(depth, found)) return
  if (!isObject(value) || (Array.isArray(value) && !value.some(isObject))) {
    add(path, found)
    return
  }
  if (Array.isArray(value)) {
    const item = path === '' || path.endsWith('[]') ? path : `${path}[]`
    for (const each of value) if (found.visited <= fieldLimits.values) walk(each, item, depth + 1, found)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    if (found.visited > fieldLimits.values) return
    const map = Object.hasOwn(maps, key) ? maps[key] : undefined
    if (map === undefined || !isObject(inner)) walk(inner, pathOf(path, key), depth + 1, found)
    else for (const each of Object.values(inner)) walk(each, join(path, map), depth + 2, found)
  }
}

function isTooMuch(depth: number, found: Walk): boolean {
  found.visited += 1
  if (found.visited <= fieldLimits.values && depth <= fieldLimits.depth) return false
  found.overflow += 1
  return true
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function pathOf(path: string, key: string): string {
  if (wrappers.has(key) || (path === '' && rootWrappers.has(key))) return path
  const isName = plainName.test(key) && !locator.test(key)
  return join(path, isName ? nameOf(key) : '*')
}

function nameOf(key: string): string {
  return (Object.hasOwn(renamed, key) ? renamed[key] : undefined) ?? key
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function add(name: string, found: FieldNames): void {
  if (name === '' || found.names.has(name)) return
  if (found.names.size >= fieldLimits.names || name.length > fieldLimits.characters) found.overflow += 1
  else found.names.add(name)
}
