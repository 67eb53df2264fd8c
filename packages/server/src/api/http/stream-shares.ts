import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { actorOf, type Caller } from '../../domain/accounts/caller.ts'

export interface StreamShares {
  /** Counts one more open stream of the caller; returns what frees it. Refuses the caller who has too many. */
  take(caller: Caller): () => void
}

interface Holder {
  name: string
  most: number
  who: string
}

/** Streams stay open and are asked for what is new all the time: each person and key has a limited number, and so have the keys of an organization together. */
export function createStreamShares(
  most: number = limits.openStreams.value,
  mostOfOrganization: number = limits.organizationStreams.value,
): StreamShares {
  const open = new Map<string, number>()

  function holdersOf(caller: Caller): Holder[] {
    const { kind, id } = actorOf(caller)
    const own = { name: `${kind}:${id}`, most, who: 'You have' }
    if (caller.kind !== 'key') return [own]
    const who = 'The keys of your organization have'
    return [own, { name: `organization:${caller.organizationId}`, most: mostOfOrganization, who }]
  }

  function add(name: string, by: 1 | -1): void {
    const count = (open.get(name) ?? 0) + by
    if (count === 0) open.delete(name)
    else open.set(name, count)
  }

  return {
    take(caller) {
      const holders = holdersOf(caller)
      const full = holders.find(({ name, most }) => (open.get(name) ?? 0) >= most)
      if (full !== undefined)
        throw new Failure('rate_limited', `${full.who} ${full.most} streams open already. Close one and try again.`, {
          headers: { 'retry-after': '10' },
        })
      for (const { name } of holders) add(name, 1)
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        for (const { name } of holders) add(name, -1)
      }
    },
  }
}
