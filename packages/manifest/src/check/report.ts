import { closestWord, didYouMean } from '../closest-word.ts'
import type { Message } from '../findings.ts'
import type { Path } from '../json/pointer.ts'
import { isObject } from '../json/text.ts'
import { settingTypes, type Variant } from '../manifest.ts'
import type { ManifestRule } from '../rules.ts'

/** What a check gets: where to report, and the variant when it is known. */
export interface CheckContext {
  variant: Variant | undefined
  report(rule: ManifestRule, path: Path, message: Message): void
}

/** Reports a property that is there but has another type than the one named. Absent is fine. */
export function checkType(
  context: CheckContext,
  rule: ManifestRule,
  path: Path,
  value: unknown,
  type: 'string' | 'boolean',
): void {
  if (value === undefined || typeof value === type) return
  context.report(
    rule,
    path,
    `"${path.at(-1)}" is ${type === 'string' ? 'a text' : 'true or false'}, not ${kindOf(value)}.`,
  )
}

/** The elements of a list, or none after reporting that it is not a list. */
export function listOf(context: CheckContext, path: Path, value: unknown): unknown[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  context.report('manifest.type.invalid', path, `"${path.at(-1)}" is a list, not ${kindOf(value)}.`)
  return []
}

/** The same of a list with a limit: beyond it nothing is looked at, so that it takes no more time, however many there are. */
export function shortListOf(
  context: CheckContext,
  path: Path,
  value: unknown,
  most: number,
  rule: ManifestRule,
): unknown[] {
  const all = listOf(context, path, value)
  if (all.length <= most) return all
  context.report(rule, path, `"${path.at(-1)}" has ${all.length} entries; at most ${most} are allowed.`)
  return all.slice(0, most)
}

export function reportUnknown(context: CheckContext, path: Path, value: object, known: readonly string[]): void {
  // A property that is there already was not meant a second time.
  const free = known.filter((name) => !Object.hasOwn(value, name))
  for (const [name, given] of Object.entries(value)) {
    if (known.includes(name)) continue
    context.report('manifest.property.unknown', [...path, name], () => {
      const hint = didYouMean(name, free) || (path.length === 0 ? looksLike(given, free) : '')
      return `"${name}" is not a property that is known here.${hint}`
    })
  }
}

/** A section under another system's name still has our members. */
function looksLike(value: unknown, free: readonly string[]): string {
  if (!isObject(value)) return ''
  const integrates = platformSections.some((name) => name !== 'fields' && Array.isArray(value[name]))
  const first: unknown = Array.isArray(value.fields) ? value.fields[0] : undefined
  const isSetting = isObject(first) && closestWord(first.type, settingTypes) !== undefined
  const section = integrates ? 'platform' : first === undefined ? undefined : isSetting ? 'app' : 'platform'
  return section !== undefined && free.includes(section) ? ` Did you mean "${section}"? It has the members of one.` : ''
}

/** What `platform` holds. */
export const platformSections = [
  'fields',
  'webhooks',
  'autofill',
  'externalRaters',
  'lifecycle',
  'public',
  'tenantAccess',
  'egress',
]

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return (
    { string: 'a text', number: 'a number', boolean: 'true or false', object: 'an object' }[typeof value as string] ??
    'that'
  )
}

/** A value of a setting other than a Table, as a manifest writes it. */
export function isPlainValue(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** A name that is safe as a key of a map in any language. */
export function isUsableName(name: string, maxCharacters: number): boolean {
  return name.length > 0 && name.length <= maxCharacters && name !== '__proto__' && !hasControl(name)
}

export function hasControl(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}
