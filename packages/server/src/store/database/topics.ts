import { type LiveTopic, liveTopics } from '@mkt/contract/api'

/**
 * Topics that only processes of the platform hear: `token` (credential id: cached tokens of it are stale), `signing-key` (key id:
 * read the ring again), `event` (installation id: events wait to be delivered), `session` (id of a person or API key: its sessions, secret or rights are not what they were)
 * and `log-level` (part: it logs more or less from now on).
 */
type InnerTopic = 'token' | 'signing-key' | 'event' | 'session' | 'log-level'

/** What the change feed carries. Health is read from the processes themselves, so nobody publishes it. */
export type Topic = Exclude<LiveTopic, 'health'> | InnerTopic

export interface Change {
  topic: Topic
  /** The id that the topic carries; several ids joined by commas where `isGathered`. */
  subject: string
}

/** Busy topics: one change names many subjects. */
export function isGathered(topic: Topic): boolean {
  return topic in liveTopics && liveTopics[topic as LiveTopic].heardBy === 'organization'
}

/**
 * Topics whose things this process serves from memory (routes, states, tokens): it hears of its own change before the change is
 * acknowledged, because the notification of the database may arrive later than the next request.
 */
export const toldAtOnce: ReadonlySet<Topic> = new Set(['installation', 'tenant'])
