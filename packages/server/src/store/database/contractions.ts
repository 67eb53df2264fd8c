export interface Contraction {
  kind: 'index' | 'trigger' | 'function' | 'default'
  /** Of a default: the column. */
  name: string
  table?: string
  /** The migration that gave processes something else. A release that has it does without this. */
  replacedBy: number
}

const filled = ['account_erasure', 'attempt', 'field_use', 'ledger', 'traffic', 'traffic_minute']
const keyed = ['field_use', 'last_answer', 'ledger', 'pricing', 'traffic', 'traffic_minute']

/**
 * What is in the schema only for processes of a release that came before its replacement (expand, then contract). As soon as a release has
 * the replacement, the next one that is more than a correction drops the thing and its line here: `npm run release` refuses to be made
 * before that.
 */
export const contractions: readonly Contraction[] = [
  ...keyed.map((table) => ({ kind: 'index' as const, name: `${table}_former`, table, replacedBy: 230 })),
  ...filled.map((table) => ({ kind: 'trigger' as const, name: `${table}_organization`, table, replacedBy: 228 })),
  ...filled.map((table) => ({ kind: 'default' as const, name: 'organization_id', table, replacedBy: 228 })),
  { kind: 'function', name: 'organization_of_event', replacedBy: 228 },
  { kind: 'function', name: 'organization_of_installation', replacedBy: 228 },
]

/** What a release does not need any more, given the migrations of the release before it. */
export function dueContractions(released: readonly number[], listed = contractions): Contraction[] {
  return listed.filter(({ replacedBy }) => released.includes(replacedBy))
}
