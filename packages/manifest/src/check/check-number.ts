import type { Path } from '../json/pointer.ts'
import type { SettingType } from '../manifest.ts'
import type { CheckContext } from './report.ts'

const properties = ['min', 'max', 'step'] as const

/** Checks what only a Number has. */
export function checkNumber(
  context: CheckContext,
  path: Path,
  setting: Record<string, unknown>,
  type: SettingType | undefined,
): void {
  for (const name of properties) {
    const value = setting[name]
    if (value === undefined) continue
    const at = [...path, name]
    if (type !== undefined && type !== 'Number')
      context.report('setting.number.unused', at, `A ${type} setting has no use for ${name}.`)
    else if (typeof value !== 'number' || !Number.isFinite(value))
      context.report('setting.number.invalid', at, `${name} is a number.`)
    else if (name === 'step' && value <= 0) context.report('setting.number.invalid', at, 'step is above 0.')
  }
  const { min, max } = setting
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    context.report('setting.number.invalid', [...path, 'min'], `min ${min} is above max ${max}.`)
}
