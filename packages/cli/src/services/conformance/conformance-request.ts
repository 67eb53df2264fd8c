import { randomBytes } from 'node:crypto'
import type { Firing } from '../event/sample-payloads.ts'
import { healthStatus } from '../image/becomes-healthy.ts'
import type { ConformanceApp } from './conformance-app.ts'
import type { Customer } from './conformance-state.ts'

export interface Subject {
  app: ConformanceApp
  /** Two customers with different settings. */
  customers: readonly [Customer, Customer]
  tenant: string
  firings: readonly Firing[]
  /** Paths of autofill and raters. */
  held: ReadonlySet<string>
}

export interface Reply {
  status: number
  text: string
  ms: number
}

const LIMIT_MS = 15_000

/** One request as the platform sends it; status 0 when there is no answer in time. */
export async function fire(
  { app, tenant, held }: Subject,
  customer: Customer,
  { method, path, payload }: Firing,
  extra: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const started = performance.now()
  const headers = {
    'content-type': 'application/json',
    'x-mkt-key': customer.key,
    'x-mkt-route': customer.routeId,
    'x-mkt-tenant': tenant,
    'x-request-id': `req_${randomBytes(8).toString('hex')}`,
    ...(held.has(path)
      ? { 'x-mkt-deadline-ms': String(LIMIT_MS) }
      : { 'webhook-id': `evt_${randomBytes(8).toString('hex')}` }),
    ...extra,
  }
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  try {
    const init = { method, headers, ...(method === 'GET' ? {} : { body }), signal: AbortSignal.timeout(LIMIT_MS) }
    const answer = await fetch(app.url + path, init)
    return { status: answer.status, text: await answer.text(), ms: performance.now() - started }
  } catch {
    return { status: 0, text: '', ms: performance.now() - started }
  }
}

export const shown = ({ path, title }: Firing, { status }: Reply) =>
  `${title} at ${path} ${status === 0 ? 'got no answer' : `was answered with ${status}`}`

export async function isHealthy({ app }: Subject): Promise<boolean> {
  return (await healthStatus(app.url)) === 200
}

/** The first firing that reads state: others say nothing about how the application takes a key. */
export async function reader(subject: Subject): Promise<Firing | undefined> {
  const [customer] = subject.customers
  for (const firing of subject.firings.filter(({ method }) => method === 'POST')) {
    const before = customer.reads
    await fire(subject, customer, firing)
    if (customer.reads > before) return firing
  }
  return undefined
}
