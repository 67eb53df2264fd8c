import { openApiDocument } from '@mkt/contract/openapi'
import type { Answered, OddSite, OddWorld } from './odd-world.ts'
import { type KnownTexts, type Shape, textsInBody } from './sample-body.ts'

/** A text in the body of an operation, as the interface describes it. */
export interface DescribedSite extends OddSite {
  operationId: string
}

interface Described {
  operationId: string
  requestBody?: { content: Record<string, { schema: Shape }> }
}

/** Operations that are not tried here, and why. */
export const leftOut: Record<string, string> = {
  signIn: 'hashes a password, and has a site of its own',
  signUp: 'hashes a password, and has a site of its own',
  changePassword: 'hashes a password',
  completePasswordReset: 'hashes a password',
  disableOrganization: 'would end the world of the other sites, and has a site of its own',
  suspendListing: 'would end the world of the other sites, and has a site of its own',
  approveReview: 'would end the review that other sites write to',
  requestChanges: 'would end the review that other sites write to',
  eraseData: 'would purge the events that are counted at the end',
}

/** Operations that refuse everybody of this world before they look at a text, and why. */
export const unreached: Record<string, string> = {
  renamePasskey: 'only a browser makes a passkey',
  transferOwnership: 'its text names a person, and none of the texts is one',
  changeStaffPolicy: 'its text names an operator, and none of the texts is one',
}

const document = openApiDocument('test') as { paths: Record<string, Record<string, Described>> }

/** One site for each text in the body of each operation, read from the description of the interface: a new operation is tried as soon as it is described. */
export async function describedSites(world: OddWorld): Promise<DescribedSite[]> {
  const addresses = await addressesIn(world)
  const known = await knownTexts(world)
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      if (schema === undefined || operationId in leftOut) return []
      const ask = whoeverMay(world, method.toUpperCase(), addresses(path))
      return textsInBody(schema, known).map(({ place, body }) => ({
        operationId,
        name: `${place.map((part) => part ?? 'a name').join('.')} of ${operationId}`,
        write: (text: string) => ask(body(text)),
      }))
    }),
  )
}

const mayNot = (answer: Answered) => [401, 403, 404].includes(answer.status)

/** Asks as one party after another, and from then on as the one that may. */
function whoeverMay(world: OddWorld, method: string, urls: readonly string[]) {
  let tries = urls.flatMap((url) => [...Object.values(world.parties), ''].map((party) => ({ url, party })))
  return async (body: unknown): Promise<Answered> => {
    let last: Answered | undefined
    for (const one of tries) {
      const answer = await world.ask(one.party, method, one.url, body)
      // A refusal that looked into the body says more than one that did not.
      if (last === undefined || last.status === 401) last = answer
      if (mayNot(answer)) continue
      tries = [one, ...tries.filter((other) => other !== one)]
      return answer
    }
    if (last === undefined) throw new Error('An operation without an address was asked for')
    return last
  }
}

async function knownTexts(world: OddWorld): Promise<KnownTexts> {
  const { listingId, releaseId, tenantId, installationId, gatewayUrl } = world
  const email = await customerEmail(world)
  const inAMonth = new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString()
  return {
    named: {
      ...{ listingId, releaseId, tenantId, installationId, shadowReleaseId: releaseId, copyFrom: installationId },
      ...{ timeZone: 'Europe/Berlin', from: '09:30', to: '17:30', url: 'https://docs.example.test' },
      ...{ address: email, until: inAMonth },
    },
    formats: { uri: gatewayUrl, email: 'somebody@example.test', 'date-time': inAMonth },
    candidates: ['odd', 'odd.example', 'a text of some length', 'x'.repeat(43), `sha256:${'0'.repeat(64)}`],
    needed: ['threshold'],
  }
}

async function customerEmail(world: OddWorld): Promise<string> {
  const { text } = await world.ask(world.parties.customer, 'GET', '/api/v1/me')
  return (JSON.parse(text) as { person: { email: string } }).person.email
}

/** The addresses that a path of the description stands for in this world. */
async function addressesIn(world: OddWorld): Promise<(path: string) => string[]> {
  const deployment = await world.platform.db.selectFrom('deployment').select('id').executeTakeFirstOrThrow()
  const address = await customerEmail(world)
  const rule = { name: 'Failing', kind: 'failing', threshold: 5, target: 'mail', address }
  const made = await world.ask(world.parties.customer, 'POST', '/api/v1/organizations/northwind/alerts', rule)
  const ids: Record<string, string> = {
    listings: world.listingId,
    releases: world.releaseId,
    reviews: world.reviewId,
    tenants: world.tenantId,
    installations: world.installationId,
    deployments: deployment.id,
    alerts: (JSON.parse(made.text) as { id: string }).id,
  }
  return (path) => {
    const id = ids[path.split('/')[3] ?? ''] ?? 'odd_1'
    return (path.includes('{org}') ? ['northwind', 'acme'] : ['']).map((org) =>
      path
        .replace('{org}', org)
        .replace('{id}', id)
        .replace(/\{\w+\}/g, 'odd'),
    )
  }
}
