import type { TestApi } from '../platform/api.ts'
import { newId } from '../platform/new-id.ts'
import { testWorld, type World } from './world.ts'

type Row = Record<string, unknown>

async function add(api: TestApi, table: string, rows: Row[]): Promise<void> {
  for (const row of rows)
    await api.database.pool.query(
      `insert into ${table} (${Object.keys(row)}) select ${Object.keys(row)} from jsonb_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    )
}

/** More rows like one that is there, each with some columns of its own. */
async function more(api: TestApi, table: string, id: string, changes: Row[]): Promise<void> {
  for (const change of changes)
    await api.database.pool.query(
      `insert into ${table} select (jsonb_populate_record(one, $2)).* from ${table} one where id = $1`,
      [id, JSON.stringify(change)],
    )
}

/** A world in which every list has several rows, unlike in what they can be sorted and narrowed by. */
export async function longLists(api: TestApi): Promise<{ world: World; owner: string; operator: string }> {
  const acme = await api.organization('acme')
  const person = await api.person({ role: 'owner', organization: acme })
  const operator = await api.person({ platformRole: 'operator' })
  const world = await testWorld(api, acme, person.id)
  const now = api.platform.clock.now()
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const fresh = (prefix: string, minutes: number) => newId(prefix, at(minutes))
  for (const role of ['viewer', 'admin', 'developer'] as const) await api.person({ role, organization: acme })
  for (const name of ['zeta', 'beta']) await api.organization(name)
  await api.key(acme, ['manage'])
  const client = api.as(person.authorization)
  for (const [appName, title] of [
    ['one', 'banana'],
    ['two', 'Apple'],
    ['three', 'apple'],
  ] as const)
    await client.createListing({ params: { org: 'acme' }, body: { appName, title, variant: 'connected' } })
  const { listings = '', tenants = '', releases = '', deployments = '', reviews = '', installations = '' } = world
  await more(api, 'tenant', tenants, [
    { id: fresh('ten', 1), name: 'alpha' },
    { id: fresh('ten', 2), name: 'Zulu' },
  ])
  const versions = [9, 10].map((minor, index) => ({
    id: fresh('rel', index + 1),
    version: `1.${minor}.0`,
    minor,
    state: 'SUPERSEDED',
  }))
  await more(api, 'release', releases, versions)
  await more(
    api,
    'deployment',
    deployments,
    versions.map((release, index) => ({ id: fresh('dep', index), release_id: release.id, restarts: index })),
  )
  await more(api, 'review', reviews, [{ id: fresh('rev', 1), state: 'APPROVED', decided_at: new Date() }])
  const others = [fresh('ins', 1), fresh('ins', 2)]
  await more(api, 'installation', installations, [
    { id: others[0], route_id: 'r_2', state: 'ERROR', release_id: versions[1]?.id },
    { id: others[1], route_id: 'r_3', state: 'STOPPED', release_id: versions[0]?.id },
  ])
  await more(api, 'event', (world.deliveries ?? '').replace('dlv', 'evt'), [
    { id: fresh('evt', 1), type: 'policy.issue', state: 'DEAD', last_status: 500, attempt_count: 3 },
    { id: fresh('evt', 2), type: 'claim.open', last_status: 200, attempt_count: 1 },
  ])
  await more(api, 'call', world.calls ?? '', [
    { id: fresh('cal', 1), duration_ms: 900, status: 504, kind: 'rater' },
    { id: fresh('cal', 2), duration_ms: 20 },
  ])
  await more(api, 'trial', world.trials ?? '', [
    { id: fresh('tri', 1), state: 'DONE' },
    { id: fresh('tri', 2), state: 'FAILED', release_id: versions[0]?.id },
  ])
  const numbered = { installation_id: installations, organization_id: acme.id, release_id: releases }
  await add(
    api,
    'tenant_call',
    [
      ['GET', '/policies/1', 200, 12],
      ['POST', '/policies', 403, 3],
      ['GET', '/accounts/1', 502, 900],
    ].map(([method, path, status, duration_ms], index) => ({
      ...numbered,
      ...{ id: fresh('tcl', index), listing_id: listings, at: at(index), request_id: 'req', trace_id: 'trace' },
      ...{ method, path, status, duration_ms, request_size: 0, answer_size: 0 },
    })),
  )
  await add(
    api,
    'activity_locator',
    ['100', '101', 'Zed'].map((locator, index) => {
      const entry = fresh('evt', index)
      const about = { organization_id: acme.id, installation_id: installations, kind: 'policy', locator }
      return { ...about, place: entry.slice(4), entry_id: entry }
    }),
  )
  await add(
    api,
    'pricing',
    ['motor', 'home', 'Boat'].map((product, index) => ({
      ...numbered,
      ...{ id: fresh('prc', index), at: at(index), version: '1.0.0', release_digest: 'sha256:0', revision: 1 },
      ...{ path: '/rate', status: 200, product, perils: [] },
    })),
  )
  await add(
    api,
    'field_use',
    [
      ['vin', 900, 0],
      ['Premium', 1, 40],
      ['address.zip', 20, 2],
    ].map(([name, sent, changed], index) => ({
      ...numbered,
      ...{ day: `2026-01-0${index + 1}` },
      ...{ name, sent, changed, unread: 0 },
    })),
  )
  await more(api, 'one_time_link', world.invitations ?? '', [
    { id: fresh('inv', 1), token_hash: '\\x01', email: 'a@example.test' },
    { id: fresh('inv', 2), token_hash: '\\x02', email: 'b@example.test', role: 'admin' },
  ])
  await api.database.pool.query(
    `insert into route_health (installation_id, paused_at, pause_reason) select id, now(), 'failing' from installation`,
  )
  for (const name of ['ONE', 'TWO', 'THREE'])
    await client.putVariable({ params: { id: listings, name }, body: { value: 'x' } })
  await add(
    api,
    'ledger',
    [
      [0, 5, releases],
      [1, 900, versions[0]?.id],
      [2, 40, versions[1]?.id],
    ].map(([hour, reads, release]) => {
      const moment = new Date(Date.UTC(2026, 0, 1, Number(hour)))
      const times = { hour: moment, first_at: moment, last_at: moment }
      return { installation_id: installations, release_id: release, reads, ...times }
    }),
  )
  await add(
    api,
    'configuration',
    [
      [1, 'Ada', releases],
      [2, 'Bert', versions[0]?.id],
      [10, 'Ada', versions[1]?.id],
    ].map(([revision, label, release]) => ({
      installation_id: installations,
      revision,
      release_id: release,
      settings: {},
      mappings: [],
      marks: {},
      created_by_kind: 'person',
      created_by_id: person.id,
      created_by_label: label,
      created_at: now,
    })),
  )
  await add(
    api,
    'installation_entry',
    [
      ['info', 'Launched', {}],
      ['error', 'The hook start failed', { status: 503 }],
      ['warning', 'Tried again', { hook: 'start' }],
    ].map(([level, message, details], index) => ({
      id: fresh('ent', index),
      installation_id: installations,
      at: at(index),
      kind: 'move',
      level,
      message,
      details,
    })),
  )
  await api.database.pool.query(
    `insert into container_log (listing_id, deployment_id, instance_id, at, stream, text)
     select $1, $2, 'inst_1', $3::timestamptz + place * interval '1 minute', stream, text
     from (values (0, 'stdout', 'Listening'), (1, 'stderr', 'Slow answer'), (2, 'stdout', 'Handled')) line (place, stream, text)`,
    [listings, deployments, now],
  )
  await add(
    api,
    'notification',
    ['beta is ready', 'Alpha needs you', 'gamma failed'].map((title, index) => ({
      id: fresh('ntf', index),
      person_id: person.id,
      kind: 'test',
      title,
      text: `Look at number ${index}`,
      created_at: at(index),
      read_at: index === 1 ? now : null,
    })),
  )
  const wanted = { webhooks: [], autofill: [], raters: [] }
  await add(
    api,
    'registration',
    ['REGISTERED', 'REMOVING'].map((state, index) => ({
      installation_id: [installations, others[0]][index],
      organization_id: acme.id,
      tenant_id: tenants,
      state,
      wanted,
      sealed: '\\x01',
      difference: [],
      checked_at: index === 0 ? now : null,
      created_at: now,
      updated_at: now,
    })),
  )
  await add(
    api,
    'review_message',
    [
      ['Ada', 'Please look at the hooks'],
      ['mod', 'What is the rater for?'],
      ['Ada', 'It prices motor policies'],
    ].map(([author, text], index) => ({
      id: fresh('msg', index),
      review_id: reviews,
      author,
      moderator: author === 'mod',
      text,
      at: at(index),
    })),
  )
  const agent = (name: string) => `Mozilla/5.0 (X11; Linux x86_64) ${name}`
  await add(
    api,
    'session',
    [
      [agent('Gecko/20100101 Firefox/140.0'), '192.0.2.7'],
      [agent('Chrome/140.0 Safari/537.36 Edg/140.0'), '198.51.100.4'],
      ['mkt/1.0', null],
    ].map(([user_agent, address], index) => ({
      id: fresh('ses', index + 1),
      token_hash: `\\x1${index}`,
      person_id: person.id,
      user_agent,
      address,
      created_at: at(index + 1),
      seen_at: at(index + 1),
      expires_at: at(60 + index),
    })),
  )
  return { world, owner: person.authorization, operator: operator.authorization }
}
