import { callPayloadIdentity } from '../actions/show-call-payload.ts'
import type { Log } from '../lib/log.ts'
import type { Vault } from '../lib/seal.ts'
import { insertCallPayload } from '../store/call-payloads.ts'
import type { Pool } from '../store/pool.ts'

export interface RecordedCall {
  id: string
  installationId: string
  organizationId: string
  at: Date
}

/** Keeps what calls carried, for installations that asked for it: beside the calls, and dropped under pressure like their records. */
export interface PayloadRecorder {
  keep(call: RecordedCall, request: Buffer, answer: Buffer): void
  drain(): Promise<void>
}

const MOST_AT_ONCE = 50
const MOST_BYTES = 256 * 1024

export function createPayloadRecorder(pool: Pool, vault: Vault, log: Log): PayloadRecorder {
  const running = new Set<Promise<void>>()

  async function write(call: RecordedCall, request: Buffer, answer: Buffer): Promise<void> {
    const text = JSON.stringify({
      request: request.subarray(0, MOST_BYTES).toString('utf8'),
      answer: answer.subarray(0, MOST_BYTES).toString('utf8'),
      cut: request.length > MOST_BYTES || answer.length > MOST_BYTES,
    })
    const sealed = await vault.seal(call.organizationId, callPayloadIdentity(call.id), text)
    const { id: callId, installationId, organizationId, at } = call
    await insertCallPayload(pool, { callId, installationId, organizationId, sealed, at })
  }

  return {
    keep(call, request, answer) {
      if (running.size >= MOST_AT_ONCE) return log.debug({ call: call.id }, 'The payload of a call was dropped')
      const job = write(call, request, answer)
        .catch((error: Error) => log.warn({ error: error.message }, 'The payload of a call could not be kept'))
        .finally(() => running.delete(job))
      running.add(job)
    },
    async drain() {
      await Promise.all(running)
    },
  }
}
