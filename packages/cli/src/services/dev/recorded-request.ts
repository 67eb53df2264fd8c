import type { Client } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import { readPayload } from '../event/deliveries.ts'
import type { Session } from '../platform/session.ts'
import type { AppCall } from './call-app.ts'

/** A request that the platform recorded, to be sent to a working copy. */
export interface RecordedRequest extends AppCall {
  replayOf: string
  /** How it went when it was recorded: the status, or "no answer". */
  outcome: string
}

/** A call (`cal_…`) or the event of a delivery (`dlv_…`), as the platform shows it to those who may see payloads. */
export async function recordedRequest(session: Session, id: string): Promise<RecordedRequest> {
  if (id.startsWith('dlv_')) return ofDelivery(session, id)
  if (id.startsWith('cal_')) return ofCall(session.client, id)
  throw new Abort('usage', `"${id}" is neither a call nor a delivery.`, {
    exit: 2,
    fix: 'Give an id of "mkt calls list" or "mkt events list".',
  })
}

async function ofCall(client: Client, id: string): Promise<RecordedRequest> {
  const { method, path, status } = await client.getCall({ params: { id } })
  const { request, cut } = await client.getCallPayload({ params: { id } })
  if (cut && !isWhole(request))
    throw new Abort('payload_cut', `Only the beginning of ${id} was kept, which cannot be sent again.`, {
      fix: 'Choose a call that carried less than 256 KB.',
    })
  return { method, path, body: request, replayOf: id, outcome: String(status) }
}

/** `cut` may mean the answer alone. */
function isWhole(request: string): boolean {
  try {
    JSON.parse(request)
    return true
  } catch {
    return false
  }
}

async function ofDelivery(session: Session, id: string): Promise<RecordedRequest> {
  const { path, lastStatus } = await session.client.getDelivery({ params: { id } })
  const body = (await readPayload(session, id)).toString('utf8')
  return { method: 'POST', path, body, replayOf: id, outcome: lastStatus === null ? 'no answer' : String(lastStatus) }
}
