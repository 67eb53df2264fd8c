import type { Path } from '../json/pointer.ts'
import { isObject } from '../json/text.ts'
import { limits } from '../manifest.ts'
import { checkName } from './check-setting.ts'
import { type CheckContext, checkType, kindOf, reportUnknown, shortListOf } from './report.ts'

/** Checks `platform.fields`. */
export function checkMappingFields(context: CheckContext, path: Path, value: unknown): void {
  const names = new Set<string>()
  const fields = shortListOf(context, path, value, limits.mappingFields, 'mapping.count')
  for (const [index, field] of fields.entries()) {
    const at = [...path, index]
    if (!isObject(field)) {
      context.report('manifest.type.invalid', at, `A mapping field is an object, not ${kindOf(field)}.`)
      continue
    }
    reportUnknown(context, at, field, ['name', 'title', 'required', 'hint'])
    checkName(context, [...at, 'name'], field.name, 'mapping')
    if (typeof field.title !== 'string' || field.title.trim() === '') {
      context.report(
        'mapping.title.missing',
        [...at, 'title'],
        'A mapping field has a title: a text that is not empty.',
      )
    }
    checkType(context, 'mapping.property.type', [...at, 'required'], field.required, 'boolean')
    checkType(context, 'mapping.property.type', [...at, 'hint'], field.hint, 'string')
    if (typeof field.name !== 'string') continue
    if (names.has(field.name)) {
      context.report(
        'mapping.name.duplicate',
        [...at, 'name'],
        `There are two mapping fields named ${JSON.stringify(field.name)}.`,
      )
    }
    names.add(field.name)
  }
}
