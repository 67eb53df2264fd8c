import { didYouMean } from '../closest-word.ts'
import { pointerOf } from '../json/pointer.ts'
import { isObject, own, setOwn } from '../json/text.ts'
import { type Manifest, type Setting, type SettingType, settingsOf } from '../manifest.ts'
import type { FieldProblem } from '../problem.ts'
import { isWriteOnly, visibleSettings } from '../setting.ts'
import { checkValue } from './check-value.ts'
import type { SecretMark, StoredConfiguration } from './configuration.ts'
import { storedText } from './setting-value.ts'

export interface AppliedSettings {
  /** Readable values to store. */
  settings: Record<string, string>
  /** Write-only values to seal and store. */
  entered: Record<string, string>
  /** Names whose stored write-only value will be erased. */
  erased: string[]
  marks: Record<string, SecretMark>
  problems: FieldProblem[]
}

type Given = 'nothing' | 'keep' | 'clear' | { value: string } | 'wrong'

/** Writes all settings: what is left out is unset when it can be read, and kept when it can only be written. */
export function applySettings(manifest: Manifest, stored: StoredConfiguration, input: unknown): AppliedSettings {
  const applied: AppliedSettings = { settings: {}, entered: {}, erased: [], marks: {}, problems: [] }
  if (input !== undefined && !isObject(input)) {
    applied.problems.push(problem('', 'configuration.type.invalid', 'The settings are an object of names and values.'))
    return applied
  }
  const values = input ?? {}
  const settings = settingsOf(manifest)
  const names = settings.map((setting) => setting.name)
  for (const name of Object.keys(values)) {
    if (names.includes(name)) continue
    const hint = didYouMean(name, names)
    const message = `There is no setting named ${JSON.stringify(name.slice(0, 80))}.${hint}`
    applied.problems.push(problem(name, 'setting.name.unknown', message))
  }
  const readable: Record<string, string> = {}
  for (const setting of settings) {
    const given = read(setting, own(values, setting.name))
    if (!isWriteOnly(setting) && typeof given === 'object')
      setOwn(readable, setting.name, storedText(setting, given.value))
  }
  const visible = new Set(visibleSettings(manifest, readable))
  for (const setting of settings) {
    applyOne(setting, read(setting, own(values, setting.name)), visible.has(setting), stored, applied)
  }
  return applied
}

/** What was given for a setting. `""` is nothing, unless a Select that can be read offers it. */
function read(setting: Setting, value: unknown): Given {
  if (value === undefined) return 'nothing'
  if (value === null) return 'clear'
  if (value === '') {
    const offered =
      setting.type === 'Select' && !isWriteOnly(setting) && setting.values?.some((item) => item.value === '')
    return offered ? { value } : 'nothing'
  }
  if (typeof value === 'string') return { value }
  if (typeof value === 'number' && setting.type === 'Number') return { value: String(value) }
  if (typeof value === 'boolean' && setting.type === 'Boolean') return { value: String(value) }
  if (Array.isArray(value) && setting.type === 'Table') return { value: JSON.stringify(value) }
  return isObject(value) && value.set === true ? 'keep' : 'wrong'
}

const kinds: Partial<Record<SettingType, string>> = {
  Number: 'a number',
  Boolean: 'true or false',
  Table: 'a list of rows',
  File: 'a file',
}

function applyOne(
  setting: Setting,
  given: Given,
  isVisible: boolean,
  stored: StoredConfiguration,
  applied: AppliedSettings,
): void {
  const { name, title } = setting
  const required = setting.required === true && isVisible
  const isHeld = own(stored.held, name) !== undefined
  const writeOnly = isWriteOnly(setting)
  const report = (rule: Parameters<typeof problem>[1], message: string) =>
    applied.problems.push(problem(name, rule, `${title}: ${message}`))

  if (given === 'wrong' || (given === 'keep' && !writeOnly && !isHeld)) {
    report('setting.value.type', `the value is not ${kinds[setting.type] ?? 'a text'}.`)
    return
  }
  if (typeof given === 'object') {
    // A setting that is not shown and can be read is unset, whatever was given for it.
    const wrong = isVisible || writeOnly ? checkValue(setting, given.value) : undefined
    if (wrong) {
      applied.problems.push(wrong)
    } else if (!isVisible && !writeOnly) {
      keep(name, isHeld, applied)
    } else if (writeOnly) {
      setOwn(applied.entered, name, storedText(setting, given.value))
      setOwn(applied.marks, name, 'entered')
    } else {
      setOwn(applied.settings, name, storedText(setting, given.value))
      // The value from the time when the setting was write-only goes when a readable one takes its place.
      if (isHeld) applied.erased.push(name)
    }
    return
  }
  if (required && given === 'clear' && isHeld) {
    report('setting.required.cleared', 'a required setting cannot be cleared.')
  } else if (given === 'clear' && isHeld) {
    applied.erased.push(name)
    setOwn(applied.marks, name, 'cleared')
  } else if (required && !isHeld) {
    report('setting.required.missing', 'a value is required.')
  } else {
    keep(name, isHeld, applied)
  }
}

function keep(name: string, isHeld: boolean, applied: AppliedSettings): void {
  if (isHeld) setOwn(applied.marks, name, 'kept')
}

function problem(name: string, rule: FieldProblem['rule'], message: string): FieldProblem {
  return { pointer: pointerOf(name === '' ? ['settings'] : ['settings', name]), rule, message }
}
