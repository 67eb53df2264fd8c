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
    return offered ? undefined : problem('setting.value.not-offered', 'the value is not one of those offered.')
  }
  if (setting.maxLength !== undefined && [...value].length > setting.maxLength) {
    return problem('setting.value.max-length', `the value has more than ${setting.maxLength} characters.`)
  }
  if (setting.pattern !== undefined && !isWriteOnly(setting) && !matchesPattern(setting.pattern, value)) {
    return problem('setting.value.pattern', setting.patternMessage ?? `the value does not match ${setting.pattern}.`)
  }
  return undefined
}
