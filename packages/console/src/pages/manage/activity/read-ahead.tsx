import { useQuery } from '@tanstack/react-query'
import { entryKind } from '../../../lib/entry-kind.ts'
import { callPayloadQuery } from '../../../queries/activity/calls.ts'
import { payloadQuery } from '../../../queries/activity/deliveries.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { useMay } from '../../../queries/session/may.ts'

/**
 * Reads what an open entry carried together with the entry, not after it: the id tells what it is. Payloads are forgotten as soon as
 * nothing shows them, so they are read by a part of the page.
 */
export function ReadAhead({ id, installation }: { id: string; installation: Installation }) {
  const kind = entryKind(id)
  const seesEvent = useMay('getDeliveryPayload', installation)
  const seesCall = useMay('getCallPayload', installation)
  useQuery({ ...payloadQuery(id), enabled: kind === 'delivery' && seesEvent })
  useQuery({ ...callPayloadQuery(id), enabled: kind === 'call' && seesCall })
  return null
}
