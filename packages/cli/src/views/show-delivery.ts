import type { Result } from '../context.ts'
import type { Delivery, DeliveryPage } from '../services/event/deliveries.ts'
import { facts, table } from './table.ts'

export function showDeliveries(page: DeliveryPage): Result {
  const rows = page.items.map((one) => [one.receivedAt, one.type, one.state, one.attemptCount, one.lastStatus, one.id])
  return { data: page, text: table(['received', 'type', 'state', 'attempts', 'status', 'id'], rows, 'There are none.') }
}

export function showDelivery(delivery: Delivery): Result {
  const head = facts([
    ['type', delivery.type],
    ['state', delivery.state],
    ['reason', delivery.reason],
    ['path', delivery.path],
    ['event', delivery.eventId],
    ['received', delivery.receivedAt],
    ['next attempt', delivery.nextAttemptAt],
    ['id', delivery.id],
  ])
  const rows = delivery.attempts.map(({ at, status, durationMs, error, answer }) => [
    at,
    status,
    `${durationMs} ms`,
    error ?? answer ?? '',
  ])
  const attempts = table(['attempt', 'status', 'took', 'answer'], rows, 'No attempt yet.')
  return { data: delivery, text: [...head, '', ...attempts] }
}
