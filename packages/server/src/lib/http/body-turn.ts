import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FairQueue } from '../sharing/fair-queue.ts'
import { waitToRead } from './body-deadline.ts'

/** Waits until the body of a request may be read. Throws `QueueFull` where too many wait. */
export type TakeBodyTurn = (request: FastifyRequest, party: string) => Promise<void>

/** Has few bodies read at once, in turns: the place of one is held until it is whole, answered or its sender gone. */
export function addBodyTurns(scope: FastifyInstance, queue: FairQueue): TakeBodyTurn {
  const held = new WeakMap<FastifyRequest, () => void>()
  const free = async (request: FastifyRequest) => held.get(request)?.()
  scope.addHook('preValidation', free)
  scope.addHook('onResponse', free)
  scope.addHook('onRequestAbort', free)
  return async (request, party) => {
    // What is there already needs no place.
    if (request.raw.complete) return
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    held.set(request, ended.resolve)
    const hold = () => {
      begun.resolve()
      return ended.promise
    }
    queue.run(party, hold).catch(begun.reject)
    await waitToRead(request.raw, begun.promise)
  }
}
