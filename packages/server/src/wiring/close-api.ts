import type { FastifyInstance } from 'fastify'
import { guarded } from '../lib/guarded.ts'

/**
 * Takes no more requests, lets those in progress be answered, and cuts what is left after `drainMs`: an upload may take an hour. Its connection
 * broken, a client asks another process how far it got, and goes on there.
 */
export async function closeApi(
  api: Pick<FastifyInstance, 'close' | 'server'>,
  drainMs: number,
  failed: (error: unknown) => void,
): Promise<void> {
  const cut = setTimeout(
    guarded(failed, () => api.server.closeAllConnections()),
    drainMs,
  )
  try {
    await api.close()
  } finally {
    clearTimeout(cut)
  }
}
