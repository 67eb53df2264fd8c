import { closestWord, didYouMean } from '../closest-word.ts'
import type { Path } from '../json/pointer.ts'
import { isObject } from '../json/text.ts'
import { columnTypes, limits, type SettingType } from '../manifest.ts'
import { type CheckContext, checkType, isUsableName, kindOf, reportUnknown } from './report.ts'

/** Checks the columns of a Table. */
export function checkColumns(context: CheckContext, path: Path, columns: unknown, type: SettingType | undefined): void {
  if (type !== 'Table') {
    if (type !== undefined && columns !== undefined)
      context.report('setting.columns.unused', path, `A ${type} setting has no use for columns.`)
    return
  }
  if (!Array.isArray(columns) || columns.length === 0) {
    context.report('setting.columns.missing', path, 'A Table needs a non-empty list of columns.')
    return
  }
  if (columns.length > limits.tableColumns)
    context.report('setting.columns.count', path, `There are ${columns.length} columns.`)
  const names = new Set<string>()
  for (const [index, column] of columns.slice(0, limits.tableColumns).entries())
    checkColumn(context, [...path, index], column, names)
}

function checkColumn(context: CheckContext, path: Path, column: unknown, names: Set<string>): void {
  const report = (at: Path, message: string) => context.report('setting.columns.invalid', at, message)
  if (!isObject(column)) {
    report(path, `A column is an object, not ${kindOf(column)}.`)
    return
  }
  reportUnknown(context, path, column, ['name', 'title', 'type', 'required'])
  const { name, title, type } = column
  if (typeof name !== 'string' || !isUsableName(name, limits.nameCharacters))
    report([...path, 'name'], 'A column has a name that is usable as a key.')
  else if (names.has(name)) report([...path, 'name'], `There are two columns named ${JSON.stringify(name)}.`)
  else names.add(name)
  if (typeof title !== 'string' || title.trim() === '')
    report([...path, 'title'], 'A column has a title: a text that is not empty.')
  if (closestWord(type, columnTypes) !== type)
    report([...path, 'type'], `The type of a column is ${columnTypes.join(', ')}.${didYouMean(type, columnTypes)}`)
  checkType(context, 'setting.property.type', [...path, 'required'], column.required, 'boolean')
}
