import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import { eventually } from '../../packages/server/src/testing/run/eventually.ts'
import type { ManyProcesses } from './many-processes.ts'
import { asking, probeSteadily, type SteadyProbe } from './steady-probe.ts'

/** Policy systems, applications and people who go on asking a platform through its balancers. */
export interface Load {
  /** Ids of the events that were acknowledged. */
  readonly accepted: readonly string[]
  sendEvent(): Promise<Response>
  askApi(): Promise<Response>
  probeEvents(): SteadyProbe
  /** What is answered from memory: calls, state and requests to the policy system. */
  probeReads(): SteadyProbe[]
  probeAll(): SteadyProbe[]
  expectAllDelivered(): Promise<void>
  close(): Promise<void>
}

/** Between requests of one kind, so that the processes have the machine too. */
const [OFTEN_MS, SELDOM_MS] = [50, 150]

export async function startLoad({ fronts, launched, postgres, caller }: ManyProcesses): Promise<Load> {
  const { client, id, routeId } = launched
  const accepted: string[] = []
  const database = new pg.Pool({ connectionString: postgres.url('mkt'), max: 1 })
  database.on('error', () => {})

  const askGateway = () => fetch(`${fronts.gateway.url}/${routeId}/key`, asking({ 'x-mkt-caller': caller }))
  const { tenantId } = await client.getInstallation({ params: { id } })
  await client.changeTenant({ params: { id: tenantId }, body: { relay: 'read' } })
  await eventually(async () => expect((await askGateway()).status).toBe(200))
  const key = await (await askGateway()).text()
  const readState = () => fetch(`${fronts.state.url}/settings/${key}`, asking())
  const askApi = () =>
    fetch(`${fronts.api.url}/api/v1/installations/${id}`, asking({ authorization: launched.authorization }))

  /** As the application does: what it needs to reach the policy system stands in its state. */
  async function askPolicySystem(): Promise<Response> {
    const answer = await fetch(`${fronts.state.url}/state/${key}`, asking())
    if (!answer.ok) return answer
    const { platformApiUrl, token } = (await answer.json()) as { platformApiUrl: string; token: string }
    return fetch(`${platformApiUrl}/products/`, asking({ authorization: `Bearer ${token}` }))
  }
  await eventually(async () => expect((await askPolicySystem()).status).toBe(200))

  async function sendEvent(): Promise<Response> {
    const answer = await fetch(`${fronts.gateway.url}/${routeId}/events`, {
      ...asking({ 'x-mkt-caller': caller, 'content-type': 'application/json' }),
      method: 'POST',
      body: JSON.stringify({ id: randomBytes(8).toString('hex') }),
    })
    if (answer.status === 202) accepted.push(((await answer.clone().json()) as { eventId: string }).eventId)
    return answer
  }
  const probeEvents = () => probeSteadily('event', sendEvent, OFTEN_MS)
  const probeReads = () => [
    probeSteadily('gateway', askGateway, OFTEN_MS),
    probeSteadily('state', readState, OFTEN_MS),
    probeSteadily('relay', askPolicySystem, SELDOM_MS),
  ]
  return {
    accepted,
    sendEvent,
    askApi,
    probeEvents,
    probeReads,
    probeAll: () => [...probeReads(), probeEvents(), probeSteadily('api', askApi, SELDOM_MS)],
    async expectAllDelivered() {
      const text = "select id from event where id = any($1) and state = 'DELIVERED'"
      const delivered = async () => (await database.query(text, [accepted])).rowCount
      await expect.poll(delivered).toBe(accepted.length)
    },
    close: () => database.end(),
  }
}

/** Each of the probes has been answered some more times. */
export async function goOn(probes: readonly SteadyProbe[], times = 10): Promise<void> {
  const before = probes.map(({ asked }) => asked)
  const more = () => Math.min(...probes.map(({ asked }, at) => asked - (before[at] ?? 0)))
  await expect.poll(more).toBeGreaterThan(times)
}

export async function failuresOf(probes: readonly SteadyProbe[]): Promise<string[]> {
  return (await Promise.all(probes.map((probe) => probe.stop()))).flatMap(({ failures }) => failures)
}
