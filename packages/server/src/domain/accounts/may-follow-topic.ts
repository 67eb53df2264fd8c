import { access, type LiveTopic, type LiveTopicRow, liveTopics } from '@mkt/contract/api'
import { decideAccess, type Subject } from './access.ts'
import { type Caller, organizationsOf } from './caller.ts'

/** Whether a caller hears of a change on a topic: of the thing with this id and this owner. */
export function mayFollowTopic(topic: LiveTopic, caller: Caller, id: string, owner: Subject): boolean {
  const { heardBy, readBy }: LiveTopicRow = liveTopics[topic]
  if (heardBy === 'person') return caller.kind === 'person' && caller.personId === id
  if (decideAccess(access[readBy], caller, owner) !== 'allowed') return false
  if (heardBy === 'readers') return true
  return owner.organizationId !== null && organizationsOf(caller).includes(owner.organizationId)
}
