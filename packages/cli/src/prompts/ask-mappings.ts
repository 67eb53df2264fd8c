import { type Manifest, type Mapping, mappingFieldsOf } from '@mkt/manifest'
import type { Context } from '../context.ts'
import { mappedLines, unmappedLines } from '../services/installation/mapping-lines.ts'
import type { TenantSuggestion } from '../services/tenant/suggest-for-tenant.ts'
import { askYes } from './ask.ts'

export interface MappingStep {
  manifest: Manifest
  /** What flags have mapped already. */
  given: Mapping[]
  /** `--suggest-mappings`: take what is found without asking. */
  take: boolean
  suggest(): Promise<TenantSuggestion>
}

/** The mapping step: shows what the names in the tenant's schema suggest, and takes it or leaves it. */
export async function askMappings(
  context: Context,
  { manifest, given, take, suggest }: MappingStep,
): Promise<Mapping[]> {
  const needed = mappingFieldsOf(manifest).length > 0
  if (!needed || !(take || (context.interactive && given.length === 0))) return given
  const suggestion = await suggest()
  for (const line of mappedLines(suggestion.mappings, suggestion.places)) context.say(line)
  for (const line of unmappedLines(suggestion)) context.say(line)
  if (take || suggestion.mappings.length === 0) return suggestion.mappings
  const question = { message: 'Map the fields like this?', flag: '--suggest-mappings' }
  return (await askYes(context, question)) ? suggestion.mappings : given
}
