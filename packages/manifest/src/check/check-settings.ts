import type { Path } from '../json/pointer.ts'
import { isObject } from '../json/text.ts'
import { limits } from '../manifest.ts'
import { isWriteOnly } from '../setting.ts'
import { checkSetting } from './check-setting.ts'
import { type CheckContext, isPlainValue, shortListOf } from './report.ts'

/** Checks `app.fields`: each setting, and how they refer to each other. */
export function checkSettings(context: CheckContext, path: Path, value: unknown): void {
  const settings = shortListOf(context, path, value, limits.settings, 'setting.count')
  for (const [index, setting] of settings.entries()) checkSetting(context, [...path, index], setting)

  const byName = new Map<string, Record<string, unknown>>()
  for (const [index, setting] of settings.entries()) {
    if (!isObject(setting) || typeof setting.name !== 'string') continue
    if (byName.has(setting.name)) {
      context.report(
        'setting.name.duplicate',
        [...path, index, 'name'],
        `There are two settings named ${JSON.stringify(setting.name)}.`,
      )
    } else {
      byName.set(setting.name, setting)
    }
  }
  for (const [index, setting] of settings.entries()) {
    if (isObject(setting)) checkReference(context, [...path, index, 'visibleWhen'], setting, byName)
  }
}

function checkReference(
  context: CheckContext,
  path: Path,
  setting: Record<string, unknown>,
  byName: ReadonlyMap<string, Record<string, unknown>>,
): void {
  const condition = conditionOf(setting)
  if (!condition) return
  const other = byName.get(condition.name)
  const at = [...path, 'name']
  if (!other) {
    context.report('setting.visibleWhen.unknown', at, `There is no setting named ${JSON.stringify(condition.name)}.`)
    return
  }
  if (isWriteOnly(other)) {
    context.report('setting.visibleWhen.write-only', at, `${JSON.stringify(condition.name)} is write-only.`)
  }
  if (other.type === 'Select' && Array.isArray(other.values)) {
    const offered = other.values.some((item) => isObject(item) && item.value === condition.equals)
    if (!offered) {
      const message = `${JSON.stringify(condition.name)} never has the value ${JSON.stringify(condition.equals)}.`
      context.report('setting.visibleWhen.not-offered', [...path, 'equals'], message)
    }
  }
  const seen = new Set<unknown>()
  for (
    let next: Record<string, unknown> | undefined = setting;
    next;
    next = byName.get(conditionOf(next)?.name ?? '')
  ) {
    if (seen.has(next)) {
      if (next === setting)
        context.report('setting.visibleWhen.cycle', at, 'This setting is visible only when it is visible.')
      break
    }
    seen.add(next)
  }
}

function conditionOf(setting: Record<string, unknown>): { name: string; equals: string } | undefined {
  const { visibleWhen } = setting
  if (!isObject(visibleWhen)) return undefined
  const { name, equals } = visibleWhen
  return typeof name === 'string' && isPlainValue(equals) ? { name, equals: String(equals) } : undefined
}
