import { type LiveTopicRow, liveTopics } from '@mkt/contract/api'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { type Batcher, createBatcher } from '../../lib/schedule/batcher.ts'
import { changesSince } from '../../store/database/changes.ts'
import type { Topic } from '../../store/database/topics.ts'
import {
  type ChangeOwner,
  changeOwners,
  installationOwners,
  installationsServed,
  type OwnedKind,
} from '../../store/platform/change-owners.ts'
import { createFollowers, type Follower, type Followers } from './followers.ts'

type Passed = Extract<Topic, keyof typeof liveTopics>
const topics = (Object.keys(liveTopics) as (keyof typeof liveTopics)[]).filter((topic) => topic !== 'health')
const isPassed = (topic: Topic): topic is Passed => topics.some((one) => one === topic)

/** Whether each change takes a statement of its own: then they go one after another, or one follower would take every connection. */
const isAskedAlone = (topic: Passed) => topic === 'deployment' || liveTopics[topic].heardBy === 'organization'

/** Somebody who opens a page missed little of it; after more than this everything is read again. */
const MAX_MISSED = 500
const MAX_TOGETHER = 500

/** Finds owners of one kind of things. What changes while a look is in progress is looked at together in the next. */
function ownersOf(db: Platform['db'], kind: OwnedKind): Batcher<string, ChangeOwner | undefined> {
  return createBatcher({
    maxItems: MAX_TOGETHER,
    maxBytes: MAX_TOGETHER,
    sizeOf: () => 1,
    parallel: 1,
    async write(ids) {
      const found = await changeOwners(db, kind, [...new Set(ids)])
      return ids.map((id) => found.get(id))
    },
  })
}

/** Passes a change on to the followers who may hear of it, as the table of live topics says: one look at its owner, however many follow. */
function passer(db: Platform['db'], followers: Followers) {
  const owners = new Map<OwnedKind, ReturnType<typeof ownersOf>>()
  const ownerOf = (kind: OwnedKind, id: string) => {
    const found = owners.get(kind) ?? ownersOf(db, kind)
    owners.set(kind, found)
    return found.add(id)
  }
  async function pass(topic: Passed, subject: string): Promise<void> {
    const { carries, heardBy }: LiveTopicRow = liveTopics[topic]
    if (topic === 'deployment') await passToCustomers(subject)
    if (!followers.wants(topic)) return
    if (carries === null || carries === 'person') return followers.tell(topic, subject, unowned)
    if (heardBy === 'organization') return passGathered(topic, subject.split(','))
    const owner = await ownerOf(carries, subject)
    if (owner !== undefined) followers.tell(topic, subject, owner)
  }
  /** One change names all installations of which something was recorded together. */
  async function passGathered(topic: Passed, ids: readonly string[]): Promise<void> {
    const owned = await installationOwners(db, ids, followers.organizationsFor(topic))
    for (const { id, ...owner } of owned) followers.tell(topic, id, owner)
  }
  /** The health of a deployment is the health of the installations it serves: customers hear of theirs. */
  async function passToCustomers(deploymentId: string): Promise<void> {
    const served = await installationsServed(db, deploymentId, followers.organizationsFor('installation'))
    for (const { id, ...owner } of served) followers.tell('installation', id, owner)
  }
  return pass
}

/** Passes every change on. While the database is away changes are dropped; followers read everything again after that. */
export function passChanges(platform: Pick<Platform, 'db' | 'changes' | 'log'>, followers: Followers): void {
  const { db, changes, log } = platform
  const pass = passer(db, followers)
  for (const [place, topic] of topics.entries())
    changes.subscribe(topic, {
      changed: (subject) =>
        void pass(topic, subject).catch((err: unknown) => log.debug({ err, topic }, 'A change was not passed on')),
      // A reset concerns all topics, so it is passed on once.
      reset: () => place === 0 && followers.reset(),
    })
}

/** Passes on to one follower what changed since a position, from before it followed; a `reset` where that cannot be told. */
export async function passMissed(db: Platform['db'], follower: Follower, since: string): Promise<void> {
  const only = createFollowers()
  only.add(follower)
  const pass = passer(db, only)
  let isWhole = false
  try {
    const missed = await changesSince(db, since, MAX_MISSED)
    const alone = async () => {
      for (const { topic, subject } of missed ?? [])
        if (isPassed(topic) && isAskedAlone(topic)) await pass(topic, subject)
    }
    const together = (missed ?? []).map(
      ({ topic, subject }) => isPassed(topic) && !isAskedAlone(topic) && pass(topic, subject),
    )
    await Promise.all([alone(), ...together])
    isWhole = missed !== undefined
  } finally {
    if (!isWhole) only.reset()
  }
}
