import { didYouMean } from '../closest-word.ts'
import { isDeclarableHost } from '../egress.ts'
import type { Path } from '../json/pointer.ts'
import { isObject } from '../json/text.ts'
import { limits } from '../manifest.ts'
import { isWriteOnly } from '../setting.ts'
import { type CheckContext, checkType, kindOf, reportUnknown, shortListOf } from './report.ts'

/** Checks `platform.egress`: where the application may send data. `fields` is `app.fields`, checked or not. */
export function checkEgress(context: CheckContext, path: Path, value: unknown, fields: unknown): void {
  if (value === undefined) {
    context.report('egress.undeclared', path, 'The application may send data to every public host.')
    return
  }
  const entries = shortListOf(context, path, value, limits.egress, 'egress.count')
  const seen = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    const at = [...path, index]
    if (!isObject(entry)) {
      context.report('manifest.type.invalid', at, `An entry of egress is an object, not ${kindOf(entry)}.`)
      continue
    }
    const bySetting = entry.setting !== undefined
    reportUnknown(context, at, entry, [...(bySetting ? ['setting'] : ['host', 'port']), 'purpose', 'personalData'])
    if (bySetting) checkSettingName(context, [...at, 'setting'], entry.setting, fields)
    else checkHost(context, at, entry)
    if (typeof entry.purpose !== 'string' || entry.purpose.trim() === '') {
      const message = 'An entry says its purpose: a text that is not empty.'
      context.report('egress.purpose.missing', [...at, 'purpose'], message)
    }
    checkType(context, 'manifest.type.invalid', [...at, 'personalData'], entry.personalData, 'boolean')
    const key = bySetting
      ? `setting ${String(entry.setting)}`
      : `${String(entry.host).toLowerCase()}:${Number(entry.port ?? 443)}`
    if (seen.has(key)) context.report('egress.entry.duplicate', at, 'This host and port are declared twice.')
    seen.add(key)
  }
}

function checkHost(context: CheckContext, at: Path, entry: Record<string, unknown>): void {
  const { host, port } = entry
  if (typeof host !== 'string' || !isDeclarableHost(host)) {
    const shown = typeof host === 'string' ? JSON.stringify(host.slice(0, 80)) : kindOf(host)
    context.report(
      'egress.host.invalid',
      [...at, 'host'],
      `A host is a DNS name, or "*." and a name; this is ${shown}.`,
    )
  }
  if (port === undefined) return
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65_535) {
    context.report('egress.port.invalid', [...at, 'port'], 'The port is a whole number from 1 to 65535.')
  }
}

function checkSettingName(context: CheckContext, at: Path, name: unknown, fields: unknown): void {
  const settings = (Array.isArray(fields) ? fields.slice(0, limits.settings) : []).filter(isObject)
  const setting = settings.find((one) => typeof name === 'string' && one.name === name)
  if (setting === undefined) {
    const shown = typeof name === 'string' ? JSON.stringify(name) : kindOf(name)
    const texts = settings.flatMap((one) => (one.type === 'Text' && typeof one.name === 'string' ? [one.name] : []))
    context.report('egress.setting.unknown', at, `There is no setting ${shown}.${didYouMean(name, texts)}`)
  } else if (isWriteOnly(setting)) {
    context.report(
      'egress.setting.write-only',
      at,
      `${JSON.stringify(name)} is write-only: the platform cannot read it.`,
    )
  } else if (setting.type !== 'Text') {
    context.report('egress.setting.unknown', at, `${JSON.stringify(name)} is not a Text setting.`)
  }
}
