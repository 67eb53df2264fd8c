import { randomUUID } from 'node:crypto'
import { Abort } from '../../abort.ts'
import { type Reached, reach } from '../platform/reach.ts'
import type { Tenant } from '../tenant/tenants.ts'

export interface EventToSend {
  type: string
  data: unknown
}

/** Makes a simulated policy system send an event, as if it had happened there. */
export async function sendFromSimulator(tenant: Tenant, { type, data }: EventToSend): Promise<{ id: string }> {
  const name = tenant.tenantLocator ?? tenant.hostName
  const response = await post(
    `${tenant.apiUrl.replace(/\/$/, '')}/_sim/events`,
    { tenant: name, type, data },
    {},
    {
      code: 'tenant_unreachable',
      who: `The policy system of ${tenant.name}`,
      fix: 'Check that it runs; a simulated one runs with the platform or with "npm run simulator".',
    },
  )
  if (response.status === 202) return (await response.json()) as { id: string }
  await response.body?.cancel()
  throw new Abort(
    'not_simulated',
    `${tenant.name} is not a simulated policy system (its answer was ${response.status}).`,
    {
      fix: 'Let the event happen there; or post it to the installation yourself with --caller-secret.',
    },
  )
}

export interface Route {
  endpoint: string
  path: string
  callerSecret: string
}

/** Posts an event to an installation as its policy system would, with the route's caller secret. */
export async function sendToRoute(route: Route, { type, data }: EventToSend): Promise<{ eventId: string }> {
  const event = {
    id: randomUUID(),
    timestamp: String(Date.now()),
    transactionId: randomUUID(),
    username: 'mkt',
    type,
    data,
  }
  const headers = { 'x-MKT-caller': route.callerSecret }
  const response = await post(`${route.endpoint}${route.path}`, event, headers, gateway)
  const body = (await response.json().catch(() => ({}))) as {
    eventId?: string
    code?: string
    detail?: string
    requestId?: string
  }
  if (response.status === 202 && body.eventId !== undefined) return { eventId: body.eventId }
  throw new Abort(body.code ?? 'event_refused', body.detail ?? `The gateway answered with status ${response.status}.`, {
    requestId: body.requestId ?? null,
  })
}

/** The gateway has an address of its own, and may be away while the interface answers. */
export const gateway: Reached = {
  code: 'gateway_unreachable',
  who: 'The gateway',
  fix: 'Check that the platform runs and that this machine reaches the address.',
}

function post(url: string, body: unknown, headers: Record<string, string>, reached: Reached): Promise<Response> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  return reach(url, init, reached)
}
