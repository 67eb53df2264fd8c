import { randomBytes } from 'node:crypto'
import { type Listening, listen } from '../dev/listen.ts'

/** One customer, as the state interface knows it. */
export interface Customer {
  readonly key: string
  readonly routeId: string
  readonly record: Readonly<Record<string, unknown>>
  reads: number
  /** How the state interface behaves for this customer. */
  mood: 'well' | 'away' | { readonly slowMs: number }
}

export interface ConformanceState extends Listening {
  customer(record: Readonly<Record<string, unknown>>): Customer
}

/** A state interface for several customers that can be slow or out of reach. */
export async function serveConformanceState(port: number): Promise<ConformanceState> {
  const byKey = new Map<string, Customer>()
  const listening = await listen(async (request, response) => {
    const [, what, key = ''] = (request.url ?? '').replace(/^\/+/, '/').split('/')
    const customer = byKey.get(decodeURIComponent(key))
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '5' }).end(JSON.stringify(body))
    if (customer === undefined)
      return answer(404, { status: 404, code: 'key_unknown', detail: 'No route has this key.' })
    customer.reads += 1
    const { mood, record } = customer
    if (typeof mood === 'object') await new Promise((resolve) => setTimeout(resolve, mood.slowMs))
    if (mood === 'away') return answer(503, { status: 503, code: 'tenant_unavailable', detail: 'Out of reach.' })
    const { settings, mappings } = record
    return answer(200, what === 'settings' ? { settings, mappings } : record)
  }, port)
  return {
    ...listening,
    customer(record) {
      const customer: Customer = {
        key: `con_${randomBytes(18).toString('base64url')}`,
        routeId: `r${randomBytes(12).toString('hex')}`,
        record,
        reads: 0,
        mood: 'well',
      }
      byKey.set(customer.key, customer)
      return customer
    },
  }
}
