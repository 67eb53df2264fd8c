import { closestWord, didYouMean } from '../closest-word.ts'
import { parseBoolean, parseNumber } from '../configuration/scalar.ts'
import { parseTable } from '../configuration/table.ts'
import type { Path } from '../json/pointer.ts'
import { isObject } from '../json/text.ts'
import { isTyped, limits, type Setting, type SettingType, settingTypes, type TableColumn } from '../manifest.ts'
import { compilePattern, matchesPattern } from '../pattern.ts'
import { isWriteOnly } from '../setting.ts'
import { checkAccept } from './check-accept.ts'
import { checkColumns } from './check-columns.ts'
import { checkNumber } from './check-number.ts'
import { checkValueItems } from './check-value-items.ts'
import { type CheckContext, checkType, isPlainValue, isUsableName, kindOf, reportUnknown } from './report.ts'

const known: readonly (keyof Setting)[] = [
  'name',
  'title',
  'type',
  'hint',
  'required',
  'sensitive',
  'values',
  'default',
  'placeholder',
  'maxLength',
  'pattern',
  'patternMessage',
  'min',
  'max',
  'step',
  'columns',
  'accept',
  'group',
  'visibleWhen',
]

/** Checks one setting by itself; what it has to do with the others is checked over all settings. */
export function checkSetting(context: CheckContext, path: Path, value: unknown): void {
  if (!isObject(value)) {
    context.report('manifest.type.invalid', path, `A setting is an object, not ${kindOf(value)}.`)
    return
  }
  reportUnknown(context, path, value, known)
  checkName(context, [...path, 'name'], value.name, 'setting')
  if (typeof value.title !== 'string' || value.title.trim() === '') {
    context.report('setting.title.missing', [...path, 'title'], 'A setting has a title: a text that is not empty.')
  }
  // A type that is only misspelt counts as the one that was meant, so that everything else is reported as well.
  const type = closestWord(value.type, settingTypes)
  if (type === undefined || type !== value.type) {
    const shown = typeof value.type === 'string' ? JSON.stringify(value.type) : kindOf(value.type)
    context.report(
      'setting.type.unknown',
      [...path, 'type'],
      `The type of a setting is ${settingTypes.join(', ')}, not ${shown}.${didYouMean(value.type, settingTypes)}`,
    )
  }
  for (const property of ['hint', 'placeholder', 'patternMessage', 'group'] as const) {
    checkType(context, 'setting.property.type', [...path, property], value[property], 'string')
  }
  checkType(context, 'setting.property.type', [...path, 'required'], value.required, 'boolean')
  checkType(context, 'setting.property.type', [...path, 'sensitive'], value.sensitive, 'boolean')

  const writeOnly = isWriteOnly(value)
  checkNumber(context, path, value, type)
  checkColumns(context, [...path, 'columns'], value.columns, type)
  checkAccept(context, [...path, 'accept'], value.accept, type)
  if (type === 'Table' && value.sensitive === true)
    context.report('setting.table.sensitive', [...path, 'sensitive'], 'A Table cannot be sensitive.')
  const offered = checkValueItems(context, [...path, 'values'], value.values, type)
  checkMaxLength(context, [...path, 'maxLength'], value.maxLength)
  checkPattern(context, path, value, type, writeOnly)
  checkDefault(context, [...path, 'default'], value, type, offered, writeOnly)
  checkVisibleWhen(context, [...path, 'visibleWhen'], value.visibleWhen)
}

export function checkName(context: CheckContext, path: Path, name: unknown, object: 'setting' | 'mapping'): void {
  if (name === undefined || name === '') {
    context.report(`${object}.name.missing`, path, 'The name is missing.')
  } else if (typeof name !== 'string' || !isUsableName(name, limits.nameCharacters)) {
    const shown = typeof name === 'string' ? JSON.stringify(name.slice(0, 40)) : kindOf(name)
    context.report(`${object}.name.invalid`, path, `${shown} cannot be used as a name.`)
  }
}

function checkMaxLength(context: CheckContext, path: Path, value: unknown): void {
  if (value === undefined) return
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= limits.valueBytes) return
  context.report('setting.maxLength.invalid', path, `maxLength is a whole number from 1 to ${limits.valueBytes}.`)
}

const patterned: readonly SettingType[] = ['Text', 'Password', 'Multiline']

/** Such a pattern is not even compiled: that takes memory, and much of it where parts repeat. */
const isTooLong = (pattern: string) => [...pattern].length > limits.patternCharacters

function checkPattern(
  context: CheckContext,
  path: Path,
  setting: Record<string, unknown>,
  type: SettingType | undefined,
  writeOnly: boolean,
): void {
  const { pattern } = setting
  const at = [...path, 'pattern']
  if (pattern === undefined) {
    if (setting.patternMessage !== undefined) {
      context.report(
        'setting.patternMessage.unused',
        [...path, 'patternMessage'],
        'There is a patternMessage without a pattern.',
      )
    }
    return
  }
  if (writeOnly) context.report('setting.pattern.write-only', at, 'A write-only setting cannot have a pattern.')
  if (type !== undefined && !patterned.includes(type))
    context.report('setting.pattern.unused', at, `The pattern of a ${type} has no use.`)
  if (typeof pattern !== 'string') {
    context.report('setting.pattern.invalid', at, `The pattern is a text, not ${kindOf(pattern)}.`)
  } else if (isTooLong(pattern)) {
    context.report('setting.pattern.too-long', at, `The pattern has more than ${limits.patternCharacters} characters.`)
  } else {
    const compiled = compilePattern(pattern)
    if (compiled === 'invalid') {
      context.report('setting.pattern.invalid', at, `${JSON.stringify(pattern)} is not a pattern in RE2 syntax.`)
    } else if (compiled === 'too-complex') {
      context.report('setting.pattern.too-complex', at, `${JSON.stringify(pattern)} repeats too much.`)
    }
  }
}

function checkDefault(
  context: CheckContext,
  path: Path,
  setting: Record<string, unknown>,
  type: SettingType | undefined,
  offered: ReadonlySet<string> | undefined,
  writeOnly: boolean,
): void {
  const value = setting.default
  if (value === undefined) return
  if (writeOnly) context.report('setting.default.write-only', path, 'A write-only setting cannot have a default.')
  if (type !== undefined && isTyped(type)) {
    const wrong = typedProblem(setting, type, value)
    if (wrong !== undefined) context.report('setting.default.invalid', path, `The default does not fit: ${wrong}.`)
    return
  }
  if (typeof value !== 'string') {
    context.report('setting.property.type', path, `The default is a text, not ${kindOf(value)}.`)
    return
  }
  if (offered) {
    if (!offered.has(value))
      context.report('setting.default.not-offered', path, `${JSON.stringify(value)} is not one of the values.`)
    return
  }
  const tooLong = typeof setting.maxLength === 'number' && [...value].length > setting.maxLength
  const { pattern } = setting
  const mismatch = typeof pattern === 'string' && !writeOnly && !isTooLong(pattern) && !matchesPattern(pattern, value)
  if (value !== '' && (tooLong || mismatch)) {
    context.report('setting.default.invalid', path, 'The default does not fit maxLength or pattern.')
  }
}

function typedProblem(
  setting: Record<string, unknown>,
  type: 'Number' | 'Boolean' | 'Table' | 'File',
  value: unknown,
): string | undefined {
  if (type === 'File') return 'a File has none'
  if (type === 'Table') return tableProblem(setting, value)
  if (type === 'Boolean') return parseBoolean(value) === undefined ? 'it is not true or false' : undefined
  const number = parseNumber(value)
  if (number === undefined) return 'it is not a number'
  const { min, max } = setting
  const below = typeof min === 'number' && number < min
  const above = typeof max === 'number' && number > max
  return below || above ? 'it is not between min and max' : undefined
}

/** A table begins with CSV whose first line names the columns. Columns that are not usable are reported as such. */
function tableProblem(setting: Record<string, unknown>, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'it is not a text of CSV'
  const columns = Array.isArray(setting.columns) ? setting.columns : []
  const usable = columns.every((column) => isObject(column) && typeof column.name === 'string')
  if (columns.length === 0 || columns.length > limits.tableColumns || !usable) return undefined
  const table = parseTable({ name: '', title: '', type: 'Table', columns: columns as TableColumn[] }, value)
  return 'wrong' in table ? table.wrong.replace(/\.$/, '') : undefined
}

function checkVisibleWhen(context: CheckContext, path: Path, value: unknown): void {
  if (value === undefined) return
  if (isObject(value) && typeof value.name === 'string' && isPlainValue(value.equals)) {
    reportUnknown(context, path, value, ['name', 'equals'])
    return
  }
  context.report(
    'setting.visibleWhen.invalid',
    path,
    'visibleWhen is an object with a text "name", and "equals", a text, a number, true or false.',
  )
}
