import { openApiDocument } from '@mkt/contract/openapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { fraction, type Random, seededRandom } from '../../lib/random.ts'
import { type JsonSchema, pick, sampleJson } from '../../testing/odd/json-sample.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { testWorld, type World } from '../../testing/world/world.ts'

interface Described {
  operationId: string
  parameters: { name?: string; in?: string; schema?: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, unknown>
}

/** How many requests are made, and from which seed: `MKT_FUZZ_REQUESTS=100000 MKT_FUZZ_SEED=7` for the long run. */
const requests = Number(process.env.MKT_FUZZ_REQUESTS ?? 2000)
const seed = process.env.MKT_FUZZ_SEED ?? 'suite'

const document = openApiDocument('test') as { paths: Record<string, Record<string, Described>> }
const described = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, row]) => ({ path, method, ...row })))
  // An event stream never ends by itself, and signing out would end what the other requests come with.
  .filter((row) => !/stream/i.test(row.operationId) && !row.path.endsWith('/stream') && row.operationId !== 'signOut')

interface Outcome {
  operationId: string
  method: string
  status: number
  requestId: string
  /** The answer is that of an earlier request with the same idempotency key. */
  replayed: boolean
  /** The request and its answer, for the person who has to find out what went wrong. */
  words: string
}

let api: TestApi
let world: World
let authorizations: (string | undefined)[]
let outcomes: Outcome[]

beforeAll(
  async () => {
    api = await testApi()
    const acme = await api.organization('acme')
    const owner = await api.person({ role: 'owner', organization: acme })
    world = await testWorld(api, acme, owner.id)
    const key = await api.key(acme, ['publish', 'manage'])
    const moderator = await api.person({ platformRole: 'moderator' })
    const operator = await api.person({ platformRole: 'operator' })
    authorizations = [
      owner.authorization,
      owner.authorization,
      key.authorization,
      moderator.authorization,
      operator.authorization,
      undefined,
      'Bearer nonsense',
      'Basic %%%',
    ]
    const random = seededRandom(seed)
    outcomes = []
    for (let number = 0; number < requests; number += 1) outcomes.push(await ask(random, number))
  },
  30_000 + requests * 60,
)

/** Makes one generated request: half of them follow the description, half are strange in places. */
async function ask(random: Random, number: number): Promise<Outcome> {
  const row = pick(random, described)
  const strange = fraction(random) < 0.5 ? 0 : 0.12
  const collection = row.path.split('/')[3] ?? ''
  const known =
    fraction(random) < 0.8 ? (world[collection] ?? 'none') : String(sampleJson(random, { type: 'string' }, 0.5))
  // Half a character cannot be sent, and a dot alone is no name but leads to another address.
  const sent = known.isWellFormed() && !/^\.{1,2}$/.test(known) ? known : 'x'
  const path = row.path.replace(/\{(id|org)\}/, encodeURIComponent(sent)).replace(/\{\w+\}/g, '1')
  const query = new URLSearchParams()
  for (const parameter of row.parameters) {
    if (parameter.in !== 'query' || parameter.name === undefined || fraction(random) < 0.6) continue
    const value = sampleJson(random, parameter.schema ?? {}, strange)
    query.set(parameter.name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const [type = 'application/json', media] = Object.entries(row.requestBody?.content ?? {})[0] ?? []
  const body =
    media === undefined || fraction(random) < 0.05
      ? undefined
      : type === 'application/json'
        ? JSON.stringify(sampleJson(random, media.schema, strange))
        : 'not a picture'
  const authorization = pick(random, authorizations)
  // An operator could end the account that most requests come with.
  const shutsOut = known === world[collection] && ['disableOrganization', 'disablePerson'].includes(row.operationId)
  const repeated = row.method === 'post' && fraction(random) < 0.1
  const headers = {
    ...(authorization === undefined || shutsOut ? {} : { authorization }),
    ...(repeated ? { 'idempotency-key': `key ${Math.floor(fraction(random) * 50)}` } : {}),
    ...(body === undefined ? {} : { 'content-type': type }),
  }
  const url = `${path}${query.size === 0 ? '' : `?${query}`}`
  const method = row.method.toUpperCase() as 'GET'
  const answer = await api.app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) })
  return {
    operationId: row.operationId,
    method,
    status: answer.statusCode,
    requestId: String(answer.headers['x-request-id']),
    replayed: answer.headers['idempotency-replayed'] === 'true',
    words: `${number}: ${row.operationId} ${url} ${body ?? ''} → ${answer.statusCode} ${answer.body.slice(0, 200)}`,
  }
}

/**
 * Operations that may succeed without a change to look up: they answer, plan, check, mark the caller's own reading,
 * pin what is pinned, enable what is enabled, or remove a sample that holds nothing.
 */
const leavesNothing = [
  'createToken',
  'planRelease',
  'checkConfiguration',
  'deleteSample',
  'requestPasswordReset',
  'readNotification',
  'readAllNotifications',
  'keepListChoice',
  'changeInstallation',
  'enablePerson',
  'enableOrganization',
  // Most installations have no tunnel that could be ended.
  'closeTunnel',
  // What is only begun is recorded when it is finished.
  'beginTotp',
  'beginPasskey',
  'beginPasskeySignIn',
  'startDevice',
  'beginPasskeyStepUp',
  'startSso',
  'linkSso',
  'approveTool',
]

describe('the publishing interface', () => {
  it(`answers ${requests} generated requests without a 5xx`, () => {
    const wrong = outcomes.filter((one) => one.status >= 500 && one.status !== 503)
    expect(wrong.map((one) => one.words)).toEqual([])
  })

  it('answers each with a status that its description names', () => {
    const general = [400, 401, 403, 404, 413, 415]
    const responses = new Map(described.map((row) => [row.operationId, row.responses]))
    const unnamed = outcomes.filter(
      ({ operationId, status }) => !general.includes(status) && !(String(status) in (responses.get(operationId) ?? {})),
    )
    expect(unnamed.filter((one) => one.status !== 503).map((one) => one.words)).toEqual([])
  })

  it('leaves an audit row for every request that changed something', async () => {
    const rows = await api.platform.db.selectFrom('audit').select('request_id').execute()
    const audited = new Set(rows.map((row) => row.request_id))
    const silent = outcomes.filter(
      (one) =>
        one.method !== 'GET' &&
        one.status < 300 &&
        !one.replayed &&
        !leavesNothing.includes(one.operationId) &&
        !audited.has(one.requestId),
    )
    expect([...new Set(silent.map((one) => one.operationId))]).toEqual([])
  })

  it('refuses every query parameter that its description does not name', async () => {
    const accepted: string[] = []
    for (const row of described) {
      const subject = world[row.path.split('/')[3] ?? ''] ?? 'none'
      const path = row.path.replace(/\{(id|org)\}/, subject).replace(/\{\w+\}/g, '1')
      for (const authorization of authorizations.slice(1, 5)) {
        const url = `${path}?notDescribed=1`
        const method = row.method.toUpperCase() as 'GET'
        const answer = await api.app.inject({ method, url, headers: { authorization: authorization ?? '' } })
        if (answer.statusCode < 300) accepted.push(row.operationId)
      }
    }
    expect([...new Set(accepted)]).toEqual([])
  })

  it('refuses every property that its description does not name', async () => {
    const random = seededRandom('strict')
    const accepted: string[] = []
    for (const row of described) {
      const schema = row.requestBody?.content['application/json']?.schema
      if (schema === undefined || row.operationId === 'putDraftManifest') continue
      const body = { ...(sampleJson(random, { ...schema, type: 'object' }, 0) as object), notDescribed: 1 }
      const path = row.path
        .replace(/\{(id|org)\}/, world[row.path.split('/')[3] ?? ''] ?? 'none')
        .replace(/\{\w+\}/g, '1')
      for (const authorization of authorizations.slice(1, 5)) {
        const answer = await api.app.inject({
          method: row.method.toUpperCase() as 'POST',
          url: path,
          headers: { authorization: authorization ?? '', 'content-type': 'application/json' },
          payload: JSON.stringify(body),
        })
        if (answer.statusCode < 300) accepted.push(row.operationId)
      }
    }
    expect(accepted).toEqual([])
  })
})
