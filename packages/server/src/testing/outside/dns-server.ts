import { atEnd } from '../run/at-end.ts'

import { runDnsServer } from './run-dns-server.ts'

/** A name server for the tests of this file. */
export async function startDnsServer(): Promise<{ address: string; records: Map<string, string[]> }> {
  const { stop, ...server } = await runDnsServer()
  atEnd(stop)
  return server
}
