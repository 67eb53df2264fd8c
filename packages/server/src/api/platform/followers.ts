import type { LiveTopic } from '@mkt/contract/api'
import type { Subject } from '../../domain/accounts/access.ts'
import { type Caller, organizationsOf } from '../../domain/accounts/caller.ts'
import { mayFollowTopic } from '../../domain/accounts/may-follow-topic.ts'

/** Somebody who follows changes. */
export interface Follower {
  /** Who it is, as of the last look: sessions end and roles change while somebody listens. */
  caller: Caller
  topics: ReadonlySet<string>
  send(event: 'change' | 'reset' | 'health', data: object): void
}

/** All followers of this process. */
export interface Followers {
  add(follower: Follower): void
  delete(follower: Follower): void
  /** Whether anybody asked for a topic. */
  wants(topic: LiveTopic): boolean
  /** The organizations of those who asked for a topic. */
  organizationsFor(topic: LiveTopic): string[]
  /** Followers of a topic who may hear of this thing. */
  hearing(topic: LiveTopic, id: string, owner: Subject): Follower[]
  /** Tells them that it changed. */
  tell(topic: LiveTopic, id: string, owner: Subject): void
  /** Tells everybody to read everything again. */
  reset(): void
}

export function createFollowers(): Followers {
  const all = new Set<Follower>()
  const interested = (topic: LiveTopic) => [...all].filter((one) => one.topics.has(topic))
  const hearing = (topic: LiveTopic, id: string, owner: Subject) =>
    interested(topic).filter((one) => mayFollowTopic(topic, one.caller, id, owner))
  return {
    add: (follower) => void all.add(follower),
    delete: (follower) => void all.delete(follower),
    wants: (topic) => interested(topic).length > 0,
    organizationsFor: (topic) => [...new Set(interested(topic).flatMap(({ caller }) => organizationsOf(caller)))],
    hearing,
    tell(topic, id, owner) {
      for (const one of hearing(topic, id, owner)) one.send('change', { topic, id })
    },
    reset() {
      for (const one of all) one.send('reset', {})
    },
  }
}
