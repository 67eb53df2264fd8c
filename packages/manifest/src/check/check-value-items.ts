import type { Path } from '../json/pointer.ts'
import { byteLength, isObject } from '../json/text.ts'
import { limits, type SettingType } from '../manifest.ts'
import { type CheckContext, kindOf, reportUnknown } from './report.ts'

/** Checks the items of a Select; answers the offered values, or undefined when the setting is no Select. */
export function checkValueItems(
  context: CheckContext,
  path: Path,
  values: unknown,
  type: SettingType | undefined,
): ReadonlySet<string> | undefined {
  if (type !== 'Select') {
    if (type !== undefined && values !== undefined) {
      context.report('setting.values.unused', path, `A ${type} setting has no use for values.`)
    }
    return undefined
  }
  const offered = new Set<string>()
  if (!Array.isArray(values) || values.length === 0) {
    context.report('setting.values.missing', path, 'A Select needs a non-empty array of values.')
    return offered
  }
  if (values.length > limits.selectItems) {
    context.report(
      'setting.values.count',
      path,
      `A Select has at most ${limits.selectItems} values; this one has ${values.length}.`,
    )
  }
  for (const [index, item] of values.slice(0, limits.selectItems).entries()) {
    const at = [...path, index]
    if (!isObject(item)) {
      context.report('setting.values.item', at, `A value item is an object, not ${kindOf(item)}.`)
      continue
    }
    reportUnknown(context, at, item, ['text', 'value'])
    if (typeof item.text !== 'string')
      context.report('setting.values.item', [...at, 'text'], 'A value item has a text "text".')
    if (typeof item.value !== 'string') {
      context.report('setting.values.item', [...at, 'value'], 'A value item has a text "value".')
    } else if (byteLength(item.value) > limits.valueBytes) {
      context.report('setting.values.item', [...at, 'value'], 'A value has at most 8 KB.')
    } else if (offered.has(item.value)) {
      context.report(
        'setting.values.duplicate',
        [...at, 'value'],
        `The value ${JSON.stringify(item.value)} is offered twice.`,
      )
    } else {
      offered.add(item.value)
    }
  }
  return offered
}
