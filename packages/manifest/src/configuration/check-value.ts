import { accepts } from '../accept.ts'
import { pointerOf } from '../json/pointer.ts'
import { byteLength, isCleanText } from '../json/text.ts'
import { limits, type Setting } from '../manifest.ts'
import { matchesPattern } from '../pattern.ts'
import type { FieldProblem } from '../problem.ts'
import type { ConfigurationRule } from '../rules.ts'
import { isWriteOnly } from '../setting.ts'
import { parseFile, type SettingFile } from './file.ts'
import { parseBoolean, parseNumber } from './scalar.ts'
import { parseTable } from './table.ts'

/** Checks one entered value against its setting; undefined when it may be stored. */
export function checkValue(setting: Setting, value: string): FieldProblem | undefined {
  const problem = (rule: ConfigurationRule, message: string): FieldProblem => ({
    pointer: pointerOf(['settings', setting.name]),
    rule,
    message: `${setting.title}: ${message}`,
  })
  if (setting.type === 'File') {
    const wrong = checkFile(setting, value)
    return wrong && problem(wrong.rule, wrong.message)
  }
  const [most, size] = setting.type === 'Table' ? [limits.tableBytes, '1 MB'] : [limits.valueBytes, '8 KB']
  if (byteLength(value) > most) return problem('setting.value.too-long', `the value has more than ${size}.`)
  if (!isCleanText(value))
    return problem('setting.value.characters', 'the value holds a character that cannot be stored.')
  if (setting.type === 'Select') {
    const offered = setting.values?.some((item) => item.value === value) ?? false
    if (offered) return undefined
    return problem('setting.value.not-offered', `the value is not one of those offered: ${offeredValues(setting)}.`)
  }
  if (setting.type === 'Number') {
    const wrong = checkNumber(setting, value)
    return wrong && problem(wrong.rule, wrong.message)
  }
  if (setting.type === 'Boolean') {
    return parseBoolean(value) === undefined
      ? problem('setting.value.type', 'the value is not true or false.')
      : undefined
  }
  if (setting.type === 'Table') {
    const table = parseTable(setting, value)
    return 'wrong' in table ? problem('setting.value.table', table.wrong) : undefined
  }
  if (setting.maxLength !== undefined && [...value].length > setting.maxLength) {
    return problem('setting.value.max-length', `the value has more than ${setting.maxLength} characters.`)
  }
  if (setting.pattern !== undefined && !isWriteOnly(setting) && !matchesPattern(setting.pattern, value)) {
    return problem('setting.value.pattern', setting.patternMessage ?? `the value does not match ${setting.pattern}.`)
  }
  return undefined
}

function checkNumber(setting: Setting, text: string): { rule: ConfigurationRule; message: string } | undefined {
  const { min, max, step } = setting
  const value = parseNumber(text)
  if (value === undefined) return { rule: 'setting.value.type', message: 'the value is not a number.' }
  const range = (message: string) => ({ rule: 'setting.value.range', message }) as const
  if (min !== undefined && value < min) return range(`the value is below ${min}.`)
  if (max !== undefined && value > max) return range(`the value is above ${max}.`)
  if (step === undefined) return undefined
  const steps = (value - (min ?? 0)) / step
  // Decimal fractions have no exact form: 0.3 / 0.1 is almost 3.
  if (Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps))) return undefined
  return range(`the value is not ${min === undefined ? '' : `${min} and `}a multiple of ${step}.`)
}

/** A file as base64 with its name and type. */
const FILE_TEXT_BYTES = Math.ceil(limits.fileBytes / 3) * 4 + 4096

function checkFile(setting: Setting, text: string): { rule: ConfigurationRule; message: string } | undefined {
  if (byteLength(text) > FILE_TEXT_BYTES)
    return { rule: 'setting.value.too-long', message: 'the file is too large; at most 32 KB are allowed.' }
  if (!isCleanText(text))
    return { rule: 'setting.value.characters', message: 'the value holds a character that cannot be stored.' }
  const file = parseFile(text)
  if (file === undefined)
    return { rule: 'setting.value.file', message: 'the value is not a file (a data URL with base64 content).' }
  if (file.size > limits.fileBytes)
    return {
      rule: 'setting.value.too-long',
      message: `${named(file)} has ${file.size} bytes; at most 32 KB are allowed.`,
    }
  if (setting.accept === undefined || accepts(setting.accept, file)) return undefined
  const message = `${named(file)} (${file.type}) is not one of those accepted: ${setting.accept.join(', ')}.`
  return { rule: 'setting.value.file', message }
}

function named({ name }: SettingFile): string {
  return name === '' ? 'the file' : JSON.stringify(name)
}

const MAX_SHOWN = 12

/** The values of a Select in words; of very many only the first. */
export function offeredValues({ values = [] }: Setting): string {
  const shown = values.slice(0, MAX_SHOWN).map(({ value }) => JSON.stringify(value))
  if (values.length > MAX_SHOWN) return `${shown.join(', ')} and ${values.length - MAX_SHOWN} more`
  const last = shown.pop()
  return shown.length === 0 ? (last ?? 'none') : `${shown.join(', ')} or ${last}`
}
