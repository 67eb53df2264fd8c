import { RefusedError } from '@mkt/contract/client'

/** What the platform says in an answer that is no success. */
export async function refusalOf(response: Response): Promise<RefusedError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  return new RefusedError(response.status, body, response.headers.get('x-request-id'))
}
