import { byteLength } from '../json/text.ts'
import { limits, type Manifest, settingsOf, type Variant } from '../manifest.ts'
import type { FieldProblem } from '../problem.ts'
import { applyMappings } from './apply-mappings.ts'
import { applySettings } from './apply-settings.ts'
import type { ConfigurationInput, Mapping, SecretMark, StoredConfiguration, TenantSchema } from './configuration.ts'

export type AppliedConfiguration =
  | {
      ok: true
      /** What the new revision stores in readable form. */
      next: { settings: Record<string, string>; mappings: Mapping[] }
      /** Write-only values to seal; they replace the stored ones. */
      entered: Record<string, string>
      /** Names whose stored write-only value is erased. */
      erased: string[]
      marks: Record<string, SecretMark>
    }
  | { ok: false; problems: FieldProblem[] }

/**
 * Checks a whole configuration against a manifest and says what to store. A readable setting left out is unset; a
 * write-only one left out keeps its value, and `null` clears it.
 *
 * The 64 KB are counted over what is given now: counting kept secrets would tell their length.
 */
export function applyConfiguration(options: {
  manifest: Manifest
  variant: Variant
  stored: StoredConfiguration
  input: ConfigurationInput
  /** Left out where it is not known: mappings are then judged by their form alone. */
  schema?: TenantSchema | undefined
}): AppliedConfiguration {
  const { manifest, variant, stored, input, schema } = options
  const { problems, settings, entered, erased, marks } = applySettings(manifest, stored, input.settings)
  const mapped = applyMappings({ manifest, variant, input: input.mappings, stored: stored.mappings, schema })
  const all = [...problems, ...mapped.problems]
  // Tables and files have a limit of their own.
  const large = new Set(
    settingsOf(manifest).flatMap(({ name, type }) => (type === 'Table' || type === 'File' ? [name] : [])),
  )
  const values = [
    ...[...Object.entries(settings), ...Object.entries(entered)].flatMap(([name, value]) =>
      large.has(name) ? [] : [value],
    ),
    ...mapped.mappings.flatMap((mapping) => Object.values(mapping.fields)),
  ]
  const size = values.reduce((sum, value) => sum + byteLength(value), 0)
  if (size > limits.configurationBytes) {
    all.push({ pointer: '', rule: 'configuration.size', message: 'All values together have more than 64 KB.' })
  }
  if (all.length > 0) return { ok: false, problems: all }
  return { ok: true, next: { settings, mappings: mapped.mappings }, entered, erased, marks }
}
