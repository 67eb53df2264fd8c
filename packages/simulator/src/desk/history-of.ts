import type { JournalEntry } from '../core/journal.ts'
import type { LoggedRequest } from '../core/request-log.ts'
import type { Simulation } from '../core/simulation.ts'
import { isRecord } from '../lib/body.ts'

/** What happened to a policy: an event with its deliveries, or a call that an application answered. */
export type HistoryItem = {
  at: string
  title: string
  by: string | null
  note: string | null
  calls: LoggedRequest[]
  /** More is going to be known about it soon. */
  isPending: boolean
}

const SHOWN = 100
const PENDING_MS = 60_000

/** Where bodies of events and calls name what they are about. */
function namedIn(body: unknown): unknown[] {
  if (!isRecord(body)) return []
  const { policyLocator, quoteLocator, transactionLocator } = body
  const policy = isRecord(body.policy) ? body.policy.locator : undefined
  return [policyLocator, quoteLocator, transactionLocator, policy]
}

const concerns = (body: unknown, locators: readonly string[]) =>
  namedIn(body).some((one) => typeof one === 'string' && locators.includes(one))

/** Connected tenants number their policies alike, so a call counts for its own tenant only. */
const isOf = (item: LoggedRequest, tenant: string) => item.tenant === undefined || item.tenant === tenant

const eventId = (body: unknown): unknown =>
  isRecord(body) && isRecord(body.data) ? (body.id ?? body.locator) : undefined

function callTitle(body: unknown): string {
  if (isRecord(body) && 'policyExposurePerils' in body) return 'Rating'
  return 'Autofill'
}

/** Newest first. Calls are known as long as the request log keeps them. */
export function historyOf(simulation: Simulation, tenant: string, locators: readonly string[]): HistoryItem[] {
  const sent = simulation.log.list().filter((item) => item.direction === 'out' && isOf(item, tenant))
  const deliveries = Map.groupBy(sent, ({ requestBody }) => eventId(requestBody))
  const now = simulation.clock()
  const event = (entry: JournalEntry): HistoryItem => {
    const calls = deliveries.get(entry.id) ?? []
    const isPending = calls.length < entry.listeners && now - Date.parse(entry.at) < PENDING_MS
    return { at: entry.at, title: entry.type, by: entry.by, calls, isPending, note: noteOf(entry, calls, isPending) }
  }
  const events = simulation.journal
    .list()
    .filter((entry) => entry.tenant === tenant && concerns(entry.data, locators))
    .map(event)
  const calls = sent
    .filter(({ requestBody }) => eventId(requestBody) === undefined && concerns(requestBody, locators))
    .map((call) => ({
      ...{ at: call.at, title: callTitle(call.requestBody), by: null, note: null },
      ...{ calls: [call], isPending: false },
    }))
  // Of the same moment: an event follows the call that let it happen, and what was told last stands first.
  const all = [...calls, ...events].reverse()
  return all.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, SHOWN)
}

function noteOf({ listeners }: JournalEntry, calls: readonly LoggedRequest[], isPending: boolean): string | null {
  if (listeners === 0) return 'No webhook asks for this event.'
  if (isPending) return 'On its way.'
  return calls.length === 0 ? 'Its deliveries are no longer in the request log.' : null
}
