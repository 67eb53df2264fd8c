import { networkInterfaces } from 'node:os'

/** The networks this machine is in, as ranges: a neighbour may trust it for its address, also where that is a public one. */
export function ownNetworks(): string[] {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return [...new Set(interfaces.map((entry) => ownRange(entry.address, entry.cidr)))]
}

/** The widest ranges that are a network; what is wider, as tunnels may say of themselves, would close the internet. */
const WIDEST = { 4: 8, 6: 16 } as const

/** The range of an interface, or its address alone where the range is too wide to be a network. */
export function ownRange(address: string, cidr: string | null): string {
  const family = address.includes(':') ? 6 : 4
  const prefix = Number(cidr?.split('/')[1] ?? 0)
  return `${address.replace(/%.*$/, '')}/${prefix >= WIDEST[family] ? prefix : family === 4 ? 32 : 128}`
}
