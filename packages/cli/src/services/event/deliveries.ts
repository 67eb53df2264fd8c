import type { Client } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import type { Session } from '../platform/session.ts'

export type DeliveryPage = Awaited<ReturnType<Client['listDeliveries']>>
export type Delivery = Awaited<ReturnType<Client['getDelivery']>>

export interface DeliveryFilter {
  state?: string
  type?: string
  event?: string
  from?: string
  to?: string
}

/** The deliveries of an installation, newest first. */
export function listDeliveries(
  client: Client,
  id: string,
  { state, type, event, from, to }: DeliveryFilter,
  limit: number,
): Promise<DeliveryPage> {
  return client.listDeliveries({
    params: { id },
    query: {
      limit,
      // The platform knows its states and says which there are.
      ...(state === undefined ? {} : { state: state.toUpperCase() as Delivery['state'] }),
      ...(type === undefined ? {} : { type }),
      ...(event === undefined ? {} : { eventId: event }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
  })
}

/** The payload of a delivery, byte for byte. */
export async function readPayload({ fetch }: Session, id: string): Promise<Buffer> {
  const response = await fetch(`/api/v1/deliveries/${encodeURIComponent(id)}/payload`)
  if (response.ok) return Buffer.from(await response.arrayBuffer())
  await response.body?.cancel()
  throw new Abort('payload_gone', `The payload of ${id} cannot be shown (status ${response.status}).`)
}

/** Sends the named deliveries again. Returns how many go out. */
export async function replayOnes(client: Client, ids: readonly string[]): Promise<number> {
  let count = 0
  for (const id of ids) count += (await client.replayDelivery({ params: { id } })).count
  return count
}

/** Sends many deliveries of an installation again: dead ones, or those of a time. */
export async function replayMany(
  client: Client,
  id: string,
  { dead, from, to }: { dead?: boolean; from?: string; to?: string },
): Promise<number> {
  const body = {
    ...(dead ? { state: 'DEAD' as const } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
  return (await client.replayDeliveries({ params: { id }, body })).count
}
