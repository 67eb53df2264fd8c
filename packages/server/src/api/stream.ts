import { PassThrough } from 'node:stream'
import type { Platform } from '../actions/platform.ts'
import { unowned } from '../domain/access.ts'
import { belongsTo, type Caller } from '../domain/caller.ts'
import { type ChangeOwner, changeOwner, followedTopics } from '../store/change-owners.ts'
import { RawAnswer, type Route, route } from './route.ts'

const HEARTBEAT_MS = 15_000
/** A reader that does not keep up is let go; it connects again and reads everything anew. */
const MOST_WAITING_BYTES = 256 * 1024

interface Follower {
  caller: Caller
  topics: ReadonlySet<string>
  send(event: string, data: object): void
}

function maySee(caller: Caller, owner: ChangeOwner): boolean {
  if (owner.shared) return true
  if (caller.kind === 'person' && caller.platformRole !== null) return true
  return owner.organizationIds.some((id) => belongsTo(caller, id))
}

/** Passes changes on to the people who may see them: one look at the owner for each change, however many follow. */
export function streamRoutes(platform: Platform): Route[] {
  const followers = new Set<Follower>()
  async function pass(topic: string, id: string): Promise<void> {
    const interested = [...followers].filter((one) => one.topics.has(topic))
    if (interested.length === 0) return
    if (topic === 'notification') {
      for (const one of interested)
        if (one.caller.kind === 'person' && one.caller.personId === id) one.send('change', { topic, id })
      return
    }
    const owner = await changeOwner(platform.db, topic, id).catch(() => undefined)
    if (owner === undefined) return
    for (const one of interested) if (maySee(one.caller, owner)) one.send('change', { topic, id })
  }
  for (const topic of followedTopics) {
    platform.changes.subscribe(topic, {
      changed: (id) => void pass(topic, id),
      reset: () => {
        for (const one of followers) one.send('reset', {})
      },
    })
  }
  return [
    route('streamChanges', {
      subject: () => unowned,
      handle({ caller, query, signal, setHeader }) {
        const asked = query.topics?.split(',').map((topic) => topic.trim())
        const stream = new PassThrough()
        const follower: Follower = {
          caller,
          topics: new Set(asked ?? followedTopics),
          send(event, data) {
            if (stream.writableLength > MOST_WAITING_BYTES) stream.destroy()
            else stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
          },
        }
        const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
        const end = () => {
          clearInterval(heartbeat)
          followers.delete(follower)
          stream.end()
        }
        signal.addEventListener('abort', end, { once: true })
        stream.once('close', end)
        followers.add(follower)
        stream.write('retry: 2000\n\n')
        setHeader('x-accel-buffering', 'no')
        return new RawAnswer('text/event-stream', stream)
      },
    }),
  ]
}
