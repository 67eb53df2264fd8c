import { describeError } from '../describe-error.ts'

const SEND_MS = 10_000

export type OtlpPath = '/v1/traces' | '/v1/metrics' | '/v1/logs'

/** Posts one export request to a collector, and gives why it was not taken, or undefined. */
export async function sendOtlp(
  collector: { endpoint: string; headers: Readonly<Record<string, string>> },
  path: OtlpPath,
  body: unknown,
): Promise<string | undefined> {
  try {
    const answer = await fetch(`${collector.endpoint.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: { ...collector.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(SEND_MS),
      redirect: 'error',
    })
    await answer.body?.cancel()
    return answer.ok ? undefined : `status ${answer.status}`
  } catch (error) {
    return reasonOf(error)
  }
}

/** A code and never the message, which may quote the address or a header with its secret. */
function reasonOf(error: unknown): string {
  const { code, kind, cause } = describeError(error)
  return cause?.code ?? code ?? kind
}
