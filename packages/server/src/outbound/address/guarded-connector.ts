import { isIP } from 'node:net'
import type { Resolve, Resolved } from '@mkt/engines'
import { buildConnector } from 'undici'
import { guarded } from '../../lib/guarded.ts'
import { OutboundError } from '../outbound-error.ts'
import { judgeAddress } from './allowed-address.ts'

export const portOf = (protocol: string, port: string) =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

async function addressesOf(host: string, resolve: Resolve): Promise<Resolved[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  try {
    const found = await resolve(host)
    if (found.length > 0) return found
  } catch {
    // Falls through: no name is as good as an unknown one.
  }
  throw new OutboundError('unresolvable', `The host name ${host} cannot be resolved`)
}

/** Refuses unless every address of the host may be reached; one bad address among good ones is how rebinding works. */
export async function checkedAddresses(
  target: { protocol: string; hostname: string; port: number },
  allow: readonly string[],
  resolve: Resolve,
): Promise<Resolved[]> {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const addresses = await addressesOf(host, resolve)
  for (const { address } of addresses) {
    const judgement = judgeAddress(address, target.port, allow)
    if (judgement === 'refused')
      throw new OutboundError('address_refused', `The address of ${host} is not a public one and is not allowed here`)
    if (judgement === 'public' && target.protocol !== 'https:')
      throw new OutboundError('insecure', `${host} must be reached by https, so that credentials are not readable`)
  }
  return addresses
}

/**
 * Connects to the very addresses that were checked: the name is resolved once, judged, and the result handed to the socket, so
 * that a second resolution cannot give another answer. The peer of the open socket is checked again.
 */
export function guardedConnector(
  allow: () => readonly string[],
  resolve: Resolve,
  timeoutMs: number,
): buildConnector.connector {
  return (options, callback) => {
    const port = portOf(options.protocol, options.port)
    const fail = (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null)
    const open = (addresses: Resolved[]) => {
      const connect = buildConnector({
        timeout: timeoutMs,
        lookup: (_host, wanted, done) => {
          const [first] = addresses
          if (wanted.all === true) done(null, addresses)
          else done(null, first?.address ?? '', first?.family ?? 4)
        },
      })
      const onOpen: buildConnector.Callback = (...result) => {
        const [error, socket] = result
        if (error !== null) return callback(error, null)
        const peer = socket?.remoteAddress
        if (peer !== undefined && judgeAddress(peer, port, allow()) !== 'refused') return callback(null, socket)
        socket?.destroy()
        fail(new OutboundError('address_refused', `The connection to ${options.hostname} ended at a refused address`))
      }
      connect(options, guarded(fail, onOpen))
    }
    checkedAddresses({ protocol: options.protocol, hostname: options.hostname, port }, allow(), resolve)
      .then(open)
      .catch(fail)
  }
}
