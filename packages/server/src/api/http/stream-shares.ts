import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { actorOf, type Caller } from '../../domain/accounts/caller.ts'

export interface StreamShares {
  /** Counts one more open stream of the caller; returns what frees it. Refuses the caller who has too many. */
  take(caller: Caller): () => void
}

/** Streams stay open and are asked for what is new all the time: each person and key has a limited number. */
export function createStreamShares(most: number = limits.openStreams.value): StreamShares {
  const open = new Map<string, number>()
  return {
    take(caller) {
      const { kind, id } = actorOf(caller)
      const key = `${kind}:${id}`
      const count = open.get(key) ?? 0
      if (count >= most)
        throw new Failure('rate_limited', `You have ${most} streams open already. Close one and try again.`, {
          headers: { 'retry-after': '10' },
        })
      open.set(key, count + 1)
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        const left = (open.get(key) ?? 1) - 1
        if (left === 0) open.delete(key)
        else open.set(key, left)
      }
    },
  }
}
