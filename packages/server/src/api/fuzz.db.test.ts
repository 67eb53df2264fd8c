import { openApiDocument } from '@mkt/contract/openapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { fraction, seededRandom } from '../lib/random.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { type JsonSchema, pick, sampleJson } from '../testing/json-sample.ts'
import { testWorld, type World } from '../testing/world.ts'

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
  // An event stream never ends by itself; it has its own test.
  .filter((row) => !/stream/i.test(row.operationId) && !row.path.endsWith('/stream'))

let api: TestApi
let world: World
let authorizations: (string | undefined)[]

beforeAll(async () => {
  api = await testApi()
  const acme = await api.organization('acme')
  const owner = await api.person({ role: 'owner', organization: acme })
  world = await testWorld(api, acme, owner.id)
  const key = await api.key(acme, ['publish', 'manage'])
  const moderator = await api.person({ platformRole: 'moderator' })
  authorizations = [
    owner.authorization,
    owner.authorization,
    key.authorization,
    moderator.authorization,
    undefined,
    'Bearer nonsense',
    'Basic %%%',
  ]
})

describe('the publishing interface', () => {
  it(`answers ${requests} generated requests without a 5xx, each with a status its description names`, {
    timeout: requests * 60,
  }, async () => {
    const random = seededRandom(seed)
    const wrong: string[] = []
    for (let number = 0; number < requests; number += 1) {
      const row = pick(random, described)
      const strange = fraction(random) < 0.5 ? 0 : 0.12
      const collection = row.path.split('/')[3] ?? ''
      const known =
        fraction(random) < 0.8 ? (world[collection] ?? 'none') : String(sampleJson(random, { type: 'string' }, 0.5))
      const path = row.path
        .replace(/\{(id|org)\}/, encodeURIComponent(known.isWellFormed() ? known : 'x'))
        .replace(/\{\w+\}/g, '1')
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
      const headers = {
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': type }),
      }
      const url = `${path}${query.size === 0 ? '' : `?${query}`}`
      const answer = await api.app.inject({
        method: row.method.toUpperCase() as 'GET',
        url,
        headers,
        ...(body === undefined ? {} : { payload: body }),
      })
      const named =
        String(answer.statusCode) in row.responses || [400, 401, 403, 404, 413, 415].includes(answer.statusCode)
      if (answer.statusCode >= 500 && answer.statusCode !== 503)
        wrong.push(`${number}: ${answer.statusCode} ${row.operationId} ${url} ${body ?? ''}`)
      else if (!named)
        wrong.push(
          `${number}: ${answer.statusCode} is not described for ${row.operationId} (${answer.body.slice(0, 200)})`,
        )
    }
    expect(wrong).toEqual([])
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
      for (const authorization of authorizations.slice(1, 4)) {
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
