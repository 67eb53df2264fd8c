import type { Path } from '../json/pointer.ts'
import type { Variant } from '../manifest.ts'
import type { ManifestRule } from '../rules.ts'

/** What a check gets: where to report, and the variant when it is known. */
export interface CheckContext {
  variant: Variant | undefined
  report(rule: ManifestRule, path: Path, message: string): void
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

export function reportUnknown(context: CheckContext, path: Path, value: object, known: readonly string[]): void {
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      context.report('manifest.property.unknown', [...path, name], `"${name}" is not a property that is known here.`)
    }
  }
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return (
    { string: 'a text', number: 'a number', boolean: 'true or false', object: 'an object' }[typeof value as string] ??
    'that'
  )
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
