import fc from 'fast-check'
import type { Manifest, Setting, Variant } from './manifest.ts'
import { checkManifest } from './parse-manifest.ts'

/** What is wrong with a manifest, as `rule pointer`, warnings last. That egress is undeclared is left out: no other rule needs it. */
export function rulesOf(value: unknown, variant?: Variant): string[] {
  const { problems, warnings } = checkManifest(value, { variant })
  const other = warnings.filter(({ rule }) => rule !== 'egress.undeclared')
  return [...problems, ...other].map((problem) => `${problem.rule} ${problem.pointer}`)
}

/** Setting names that meet often, so that releases and configurations touch the same settings. */
export const settingNames = ['a', 'b', 'c', 'constructor'] as const

/** A setting of any kind under one of few names. */
export const anySetting: fc.Arbitrary<Setting> = fc
  .record({
    name: fc.constantFrom(...settingNames),
    type: fc.constantFrom('Select', 'Text', 'Password' as const),
    sensitive: fc.boolean(),
    required: fc.boolean(),
    watches: fc.option(fc.constantFrom(...settingNames)),
  })
  .map(({ name, type, sensitive, required, watches }): Setting => {
    const setting: Setting = { name, title: name.toUpperCase(), type, sensitive, required }
    if (type === 'Select') setting.values = ['', 'one', 'two'].map((value) => ({ text: value, value }))
    if (watches && watches < name) setting.visibleWhen = { name: watches, equals: 'one' }
    return setting
  })

/** A manifest whose settings have different names. */
export const anyManifest: fc.Arbitrary<Manifest> = fc
  .uniqueArray(anySetting, { selector: (setting) => setting.name, maxLength: 4 })
  .map((fields) => ({ name: 'acme/app', version: '1.0.0', app: { fields } }))
