/**
 * Tables that grow with the traffic of customers, each with its primary key. The customer's organization is part of every one, because cells
 * are divided by it; what a row is found by stands in front.
 */
export const hotTables = {
  account_erasure: ['event_id', 'organization_id'],
  activity_locator: ['organization_id', 'locator', 'place', 'entry_id'],
  attempt: ['id', 'organization_id'],
  call: ['id', 'organization_id'],
  call_payload: ['call_id', 'organization_id'],
  event: ['id', 'organization_id'],
  field_use: ['installation_id', 'day', 'release_id', 'name', 'organization_id'],
  last_answer: ['installation_id', 'request_digest', 'organization_id'],
  ledger: ['installation_id', 'hour', 'release_id', 'organization_id'],
  pricing: ['id', 'organization_id'],
  shadow_batch: ['id', 'organization_id'],
  tenant_call: ['id', 'organization_id'],
  traffic: ['installation_id', 'slot', 'kind', 'organization_id'],
  traffic_minute: ['installation_id', 'slot', 'kind', 'organization_id'],
} as const satisfies Record<string, readonly string[]>

/** Tables that grow with time and belong to a cell, not to one customer: why. */
export const cellTables = {
  change: 'the feed of one cell',
  container_log: 'one container serves several customers',
  egress_count: 'one container serves several customers',
  figure: 'one container serves several customers',
  request_tally: 'one container serves several customers',
  trace_span: 'applications report spans of no installation too',
} as const satisfies Record<string, string>

/** Tables that name an installation, a deployment or one of their requests and do not grow with traffic: what bounds them. */
export const boundedTables = {
  alert_rule: 'made by people',
  caller_secret: 'one or two for each installation',
  configuration: 'one for each change of people',
  credential: 'entered by people',
  delivery_lease: 'one for each installation',
  installation_entry: 'one for each step in the life of an installation',
  instance: 'one for each start of a container',
  late_erasure: 'one for each erasure of the last hour',
  kept_bytes: 'one for each installation, hour and kind',
  registration: 'one for each installation',
  route_health: 'one for each installation',
  sample_call: 'at most 5,000 for each installation',
  secret: 'one for each write-only setting',
  shadow_instance: 'one for each shadowed release',
  told_health: 'one for each installation',
  trial: 'begun by people',
  trial_call: 'at most 5,000 for each trial',
  tunnel: 'one for each installation',
} as const satisfies Record<string, string>

/** Tables that grow with what people do. */
const PEOPLE = ['audit', 'notification']
/** Grows with reports of anonymized accounts alone, so that an index on it is made in milliseconds. */
const SMALL = 'account_erasure'

/** Where a statement that reads or locks the whole table takes long. */
export const bigTables: ReadonlySet<string> = new Set([
  ...Object.keys(hotTables).filter((name) => name !== SMALL),
  ...Object.keys(cellTables),
  ...PEOPLE,
])
