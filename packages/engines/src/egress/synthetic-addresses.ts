/** Addresses for benchmarks between networks (RFC 2544): never those of a real host. */
export const SYNTHETIC_NETWORK = '198.18.0.0/15'
const FIRST = (198 << 24) + (18 << 16)
const MAX = 16_384

/** Gives each name an address of its own and keeps it, so that a program may hold on to what it resolved. */
export function createSyntheticAddresses(): { of(name: string): string | null } {
  const byName = new Map<string, string>()
  return {
    of(name) {
      const known = byName.get(name)
      if (known !== undefined) return known
      // A program that makes up names below a wildcard gets no more of them.
      if (byName.size >= MAX) return null
      const number = FIRST + 256 + byName.size
      const address = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
      byName.set(name, address)
      return address
    },
  }
}
