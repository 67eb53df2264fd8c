import { pointerOf } from '../json/pointer.ts'
import { own } from '../json/text.ts'
import { isTyped, type Manifest } from '../manifest.ts'
import type { FieldProblem } from '../problem.ts'
import { isWriteOnly, visibleSettings } from '../setting.ts'
import { missingMappings } from './apply-mappings.ts'
import { checkValue, offeredValues } from './check-value.ts'
import type { StoredConfiguration } from './configuration.ts'

export interface Migration {
  /** The installation stays on its release until somebody configures it for the new one. */
  needsConfiguration: boolean
  problems: FieldProblem[]
}

/**
 * What a release does to a stored configuration. A new required setting or mapping without a value, or a selected
 * value that is no longer offered, needs configuration. Write-only values are never compared with anything: the
 * outcome is visible and would tell something about them.
 */
export function migrateConfiguration(stored: StoredConfiguration, to: Manifest): Migration {
  const problems: FieldProblem[] = []
  const readable = Object.fromEntries(Object.entries(stored.settings).filter(([name]) => !own(stored.held, name)))
  for (const setting of visibleSettings(to, readable)) {
    const pointer = pointerOf(['settings', setting.name])
    const value = own(readable, setting.name)
    if (own(stored.held, setting.name)) continue
    if (value === undefined) {
      if (setting.required === true) {
        problems.push({ pointer, rule: 'setting.required.missing', message: `${setting.title}: a value is required.` })
      }
    } else if (isTyped(setting.type) && !isWriteOnly(setting)) {
      const wrong = checkValue(setting, value)
      if (wrong) problems.push(wrong)
    } else if (
      setting.type === 'Select' &&
      !isWriteOnly(setting) &&
      !setting.values?.some((item) => item.value === value)
    ) {
      const message = `${setting.title}: the selected value is no longer offered. Choose ${offeredValues(setting)}.`
      problems.push({ pointer, rule: 'setting.value.not-offered', message })
    }
  }
  problems.push(...missingMappings(to, stored.mappings))
  return { needsConfiguration: problems.length > 0, problems }
}
