import { openApiDocument } from '@mkt/contract/openapi'
import { visitDirectory } from './odd-directory.ts'
import { visitRelay, visitTelemetry, visitTunnel, visitWorker } from './odd-port-visits.ts'
import type { Answered, OddWorld } from './odd-world.ts'

interface Described {
  operationId: string
  parameters: { name?: string; in?: string }[]
}

const document = openApiDocument('test') as { paths: Record<string, Record<string, Described>> }
const reads = Object.entries(document.paths)
  .flatMap(([path, methods]) => (methods.get === undefined ? [] : [{ path, ...methods.get }]))
  // An event stream never ends by itself.
  .filter(({ path }) => !path.endsWith('/stream'))

/** The ids of everything there is, by the collection its address begins with. */
async function subjects(world: OddWorld): Promise<Record<string, string[]>> {
  const { db } = world.platform
  const ids = async (table: 'review' | 'deployment' | 'event' | 'call' | 'release' | 'tenant' | 'listing') =>
    (await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(2).execute()).map((row) => row.id)
  return {
    organizations: ['acme', 'northwind'],
    listings: await ids('listing'),
    releases: await ids('release'),
    deployments: await ids('deployment'),
    reviews: await ids('review'),
    tenants: [world.tenantId, ...(await ids('tenant'))],
    installations: [world.installationId],
    deliveries: (await ids('event')).map((id) => id.replace('evt_', 'dlv_')),
    calls: await ids('call'),
  }
}

/** Reads everything that can be read, as somebody who may, also by searching for the text. */
export async function visitInterface(world: OddWorld, text: string): Promise<Answered[]> {
  const known = await subjects(world)
  const answers: Answered[] = []
  for (const { path, parameters } of reads) {
    const collection = path.split('/')[3] ?? ''
    const places = path.includes('{') ? (known[collection] ?? []) : ['']
    const searches = parameters.some(({ name, in: where }) => name === 'q' && where === 'query')
    for (const place of places) {
      const url = path.replace(/\{(id|org)\}/, place).replace(/\{\w+\}/g, '1')
      for (const party of Object.values(world.parties)) {
        const answer = await world.ask(party, 'GET', url)
        answers.push(answer)
        // One who may see it is enough.
        if (answer.status < 400) break
      }
      const q = encodeURIComponent(text.toWellFormed())
      if (searches) answers.push(await world.ask(world.parties.operator, 'GET', `${url}?q=${q}`))
    }
  }
  for (const url of ['/', '/docs', '/readyz', '/v2/', '/v2/_catalog', '/v2/acme/app-1/tags/list'])
    answers.push(await world.ask(world.parties.publisher, 'GET', url))
  return [...answers, ...(await visitDirectory(world, text))]
}

/** Calls the application in every way there is, with the text in what is sent and in what it answers. */
export async function visitPorts(world: OddWorld, text: string): Promise<Answered[]> {
  const { gatewayUrl, stateUrl, routeId } = world
  const body = JSON.stringify({ id: text, type: text, data: { [text]: text }, productName: text, operation: text })
  world.answer((request, response) => {
    if (request.url.startsWith('/_app/')) response.statusCode = 500
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ fieldValues: { [text]: [text] }, message: text }))
  })
  const headers = { 'x-mkt-caller': world.callerSecret, 'content-type': 'application/json' }
  const query = encodeURIComponent(text.toWellFormed())
  const answers: Answered[] = []
  const call = async (method: string, url: string, more: RequestInit = {}) => {
    const answer = await fetch(url, { method, headers, ...more })
    answers.push({ what: `${method} ${url.slice(0, 200)}`, status: answer.status, text: await answer.text() })
  }
  for (const path of ['/hooks', '/fill', '/rate', '/other'])
    await call('POST', `${gatewayUrl}/${routeId}${path}`, { body })
  await call('GET', `${gatewayUrl}/${routeId}/open/x?q=${query}`)
  await call('GET', `${gatewayUrl}/${routeId}/other?q=${query}`)
  for (const url of [gatewayUrl, stateUrl])
    for (const path of ['/healthz', '/readyz', '/metrics']) await call('GET', url + path)
  for (const what of ['state', 'settings']) await call('GET', `${stateUrl}/${what}/${world.stateKey()}`)
  const others = [visitRelay, visitTelemetry, visitTunnel, visitWorker].map((visit) => visit(world, text))
  return [...answers, ...(await Promise.all(others)).flat()]
}
