import { callPayloadIdentity, recordedBytes } from '../../actions/call/show-call-payload.ts'
import { maskMargin } from '../../domain/platform/mask.ts'
import { briefly, type Log } from '../../lib/log.ts'
import type { Vault } from '../../lib/seal.ts'
import { createHalfShare } from '../../lib/sharing/half-share.ts'
import { insertCallPayload } from '../../store/call/call-payloads.ts'
import type { Pool } from '../../store/database/pool.ts'

export interface RecordedCall {
  id: string
  installationId: string
  organizationId: string
  at: Date
}

/** What a call carried both ways, as far as it was gathered, and how long each was in all. */
export interface Payload {
  request: Buffer
  requestSize: number
  answer: Buffer
  answerSize: number
}

/** Keeps what calls carried, for installations that asked for it: beside the calls, and dropped under pressure like their records. */
export interface PayloadRecorder {
  keep(call: RecordedCall, payload: Payload): void
  drain(): Promise<void>
}

/** More than this of a body is not kept: what is shown, and enough to see whether a secret begins at the end of that. */
export const keptBytes = recordedBytes + maskMargin

const MAX_AT_ONCE = 50

export function createPayloadRecorder(pool: Pool, vault: Vault, log: Log): PayloadRecorder {
  const running = new Set<Promise<void>>()
  const share = createHalfShare(MAX_AT_ONCE)

  async function write(call: RecordedCall, payload: Payload): Promise<void> {
    const request = payload.request.subarray(0, recordedBytes)
    const answer = payload.answer.subarray(0, keptBytes)
    const text = JSON.stringify({
      request: request.toString('utf8'),
      answer: answer.toString('utf8'),
      requestCut: request.length < payload.requestSize,
      cut: request.length < payload.requestSize || Math.min(answer.length, recordedBytes) < payload.answerSize,
    })
    const sealed = await vault.seal(call.organizationId, callPayloadIdentity(call.id), text)
    const { id: callId, installationId, organizationId, at } = call
    await insertCallPayload(pool, { callId, installationId, organizationId, sealed, at })
  }

  return {
    keep(call, payload) {
      if (!share.take(call.installationId)) return log.debug({ call: call.id }, 'The payload of a call was dropped')
      const job = write(call, payload)
        .catch((error: Error) => log.warn(briefly(error), 'The payload of a call could not be kept'))
        .finally(() => {
          share.give(call.installationId)
          running.delete(job)
        })
      running.add(job)
    },
    async drain() {
      await Promise.all(running)
    },
  }
}
