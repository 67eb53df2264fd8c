import type { EgressCount } from '@mkt/engines'

export interface NewRefusals {
  port: number
  refused: number
  reason: string | null
}

/** What was refused since an earlier count of the same instance, by port and reason; hosts are counted together. */
export function newRefusals(before: readonly EgressCount[], after: readonly EgressCount[]): NewRefusals[] {
  const keyOf = ({ hour, host, port, run }: EgressCount) => `${hour} ${host} ${port} ${run}`
  const known = new Map(before.map((count) => [keyOf(count), count.refused]))
  const found = new Map<string, NewRefusals>()
  for (const count of after) {
    const more = count.refused - (known.get(keyOf(count)) ?? 0)
    if (more <= 0) continue
    const name = `${count.port} ${count.lastRefusal}`
    const one = found.get(name) ?? { port: count.port, refused: 0, reason: count.lastRefusal }
    found.set(name, { ...one, refused: one.refused + more })
  }
  return [...found.values()]
}
