import { isIP } from 'node:net'

/**
 * Where a request came from: the other end of the connection, or what trusted proxies say in `x-forwarded-for`. Each of them adds to the end, so it
 * is read from there, and what stands before the first address that is not a trusted proxy's may be invented.
 */
export function callerAddress(
  remote: string,
  chain: string | undefined,
  isTrustedProxy: (address: string) => boolean,
): string {
  let address = remote
  for (const hop of (chain ?? '').split(',').reverse()) {
    const before = hop.trim()
    if (!isTrustedProxy(address) || isIP(before) === 0) break
    address = before
  }
  return address
}
