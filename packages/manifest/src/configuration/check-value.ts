import { pointerOf } from '../json/pointer.ts'
import { byteLength, isCleanText } from '../json/text.ts'
import { limits, type Setting } from '../manifest.ts'
import { matchesPattern } from '../pattern.ts'
import type { FieldProblem } from '../problem.ts'
import type { ConfigurationRule } from '../rules.ts'
import { isWriteOnly } from '../setting.ts'

/** Checks one entered value against its setting; undefined when it may be stored. */
export function checkValue(setting: Setting, value: string): FieldProblem | undefined {
  const problem = (rule: ConfigurationRule, message: string): FieldProblem => ({
    pointer: pointerOf(['settings', setting.name]),
    rule,
    message: `${setting.title}: ${message}`,
  })
  if (byteLength(value) > limits.valueBytes) return problem('setting.value.too-long', 'the value has more than 8 KB.')
  if (!isCleanText(value))
    return problem('setting.value.characters', 'the value holds a character that cannot be stored.')
  if (setting.type === 'Select') {
    const offered = setting.values?.some((item) => item.value === value) ?? false
    if (offered) return undefined
    return problem('setting.value.not-offered', `the value is not one of those offered: ${offeredValues(setting)}.`)
  }
  if (setting.maxLength !== undefined && [...value].length > setting.maxLength) {
    return problem('setting.value.max-length', `the value has more than ${setting.maxLength} characters.`)
  }
  if (setting.pattern !== undefined && !isWriteOnly(setting) && !matchesPattern(setting.pattern, value)) {
    return problem('setting.value.pattern', setting.patternMessage ?? `the value does not match ${setting.pattern}.`)
  }
  return undefined
}

const MOST_SHOWN = 12

/** The values of a Select in words; of very many only the first. */
export function offeredValues({ values = [] }: Setting): string {
  const shown = values.slice(0, MOST_SHOWN).map(({ value }) => JSON.stringify(value))
  if (values.length > MOST_SHOWN) return `${shown.join(', ')} and ${values.length - MOST_SHOWN} more`
  const last = shown.pop()
  return shown.length === 0 ? (last ?? 'none') : `${shown.join(', ')} or ${last}`
}
