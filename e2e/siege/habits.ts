import type { Bootstrap } from '../../packages/server/src/laptop/bootstrap.ts'
import { connect } from '../../scripts/demo/api.ts'
import { people, signInUser, writePolicy } from '../../scripts/demo/stir-tenants.ts'
import { clientOf } from '../testing/client-of.ts'
import { type Asked, keyHeaders } from './ask.ts'

/** What a party does again and again that means well, and the answer it should have. */
export interface Habit {
  name: string
  everyMs: number
  asked: Asked
  status: number
}

/** Habits that need no application. */
export function plainHabits({ apiUrl, gatewayUrl, stateUrl, customer }: Bootstrap): Habit[] {
  const api = `${apiUrl}/api/v1`
  const { email, password } = customer
  const headers = keyHeaders(customer)
  return [
    { name: 'catalogue', everyMs: 50, asked: { url: `${api}/listings`, headers }, status: 200 },
    { name: 'who am I', everyMs: 50, asked: { url: `${api}/me`, headers }, status: 200 },
    {
      name: 'sign in',
      everyMs: 1000,
      asked: { method: 'POST', url: `${api}/session`, body: JSON.stringify({ email, password }) },
      status: 200,
    },
    { name: 'gateway', everyMs: 20, asked: { url: `${gatewayUrl}/rnobody/x` }, status: 404 },
    { name: 'state', everyMs: 20, asked: { url: `${stateUrl}/state/nobody` }, status: 404 },
  ]
}

/** A call to an application that reads its settings for the answer: through the gateway, and back through the state interface. */
async function summaryHabit(bootstrap: Bootstrap): Promise<Habit> {
  const client = await clientOf(bootstrap, bootstrap.customer)
  const { items } = await client.listInstallations({ params: { org: bootstrap.customer.organization.id }, query: {} })
  const found = items.find(({ listing }) => listing.name === 'acme/settings')
  if (found === undefined) throw new Error('The demo has no installation of acme/settings.')
  const { callerSecret } = await client.rotateCallerSecret({ params: { id: found.id } })
  const asked = { url: `${found.endpoint}/summary`, headers: { 'x-mkt-caller': callerSecret } }
  return { name: 'call', everyMs: 50, asked, status: 200 }
}

/** Habits of the demo's customer: applications are called, an underwriter prices a policy, which the rater computes from its state, and events happen. */
export async function demoHabits(bootstrap: Bootstrap): Promise<Habit[]> {
  const { connected } = bootstrap.simulator
  const { apiUrl, hostName } = connected
  const authorization = await signInUser(connected)
  const policyLocator = await writePolicy(connect(apiUrl, authorization), people[0])
  const event = { tenant: hostName, type: 'policy.issue', data: { policyLocator } }
  return [
    await summaryHabit(bootstrap),
    {
      name: 'price',
      everyMs: 100,
      asked: {
        method: 'POST',
        url: `${apiUrl}/policy/${policyLocator}/price`,
        headers: { authorization },
        body: '{}',
      },
      status: 200,
    },
    {
      name: 'event',
      everyMs: 200,
      asked: { method: 'POST', url: `${apiUrl}/_sim/events`, body: JSON.stringify(event) },
      status: 202,
    },
  ]
}
