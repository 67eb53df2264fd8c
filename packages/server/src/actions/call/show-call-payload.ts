import { Failure } from '@mkt/contract/errors'
import type { CallPayload } from '../../store/call/call-payloads.ts'
import { installationMask } from '../installation/installation-mask.ts'
import type { Platform } from '../platform/platform.ts'

/** Additional data of a call's encrypted payload. */
export function callPayloadIdentity(callId: string): string {
  return `call payload ${callId}`
}

/** More than this of a body is not shown. */
export const recordedBytes = 256 * 1024

/** The payload of a call for display: the installation's own secrets are masked in the application's answer. */
export async function showCallPayload(
  platform: Pick<Platform, 'db' | 'vault'>,
  payload: CallPayload | undefined,
): Promise<{ request: string; answer: string; cut: boolean }> {
  if (payload === undefined) {
    throw new Failure('payload_gone', 'The payload of this call is not stored: recording was off, or it has expired.')
  }
  const text = await platform.vault.open(payload.organizationId, callPayloadIdentity(payload.callId), payload.sealed)
  const { request, answer, cut } = JSON.parse(text.toString('utf8')) as {
    request: string
    answer: string
    cut: boolean
  }
  const mask = await installationMask(platform, payload)
  return { request, answer: mask(answer, recordedBytes), cut }
}
