import { access, type LiveTopic, type LiveTopicRow, liveTopics } from '@mkt/contract/api'
import { describe, expect, it } from 'vitest'
import { decideAccess, unowned } from './access.ts'
import { type Caller, nobody } from './caller.ts'
import { mayFollowTopic } from './may-follow-topic.ts'

function person(role: 'owner' | 'viewer' | null, platformRole: 'operator' | 'moderator' | null = null): Caller {
  const membership = { organizationId: 'org_1', organizationName: 'acme', organizationTitle: 'Acme' }
  return {
    kind: 'person',
    personId: 'per_1',
    email: 'a@example.test',
    name: 'A',
    platformRole,
    memberships: role === null ? [] : [{ ...membership, role }],
    sessionId: 'ses_1',
    byCookie: true,
    assurance: {
      hasFactor: false,
      factorAt: null,
      provedAt: new Date(0),
      provider: null,
      withheld: { memberships: [], platformRole: null, platformNeeds: null },
    },
  }
}

const callers: Record<string, Caller> = {
  nobody,
  owner: person('owner'),
  viewer: person('viewer'),
  stranger: person(null),
  operator: person(null, 'operator'),
  moderator: person(null, 'moderator'),
}
const topics = Object.entries(liveTopics) as [LiveTopic, LiveTopicRow][]
const owned = { organizationId: 'org_1', shared: false, test: false }

describe('a change', () => {
  it.each(topics.filter(([, row]) => row.heardBy === 'readers'))(
    'on the topic %s is heard by exactly those who may read the thing',
    (topic, row) => {
      const subject = row.carries === null ? unowned : owned
      for (const [name, caller] of Object.entries(callers))
        expect(mayFollowTopic(topic, caller, 'x_1', subject), name).toBe(
          decideAccess(access[row.readBy], caller, subject) === 'allowed',
        )
    },
  )

  it.each(topics.filter(([, row]) => row.heardBy === 'organization'))(
    'on the busy topic %s is heard by members who may read it, not by operators who may as well',
    (topic, row) => {
      expect(decideAccess(access[row.readBy], callers.operator as Caller, owned)).toBe('allowed')
      const hearers = Object.entries(callers).filter(([, caller]) => mayFollowTopic(topic, caller, 'x_1', owned))
      expect(hearers.map(([name]) => name)).toEqual(['owner', 'viewer'])
    },
  )

  it('that concerns one person is heard by that person alone', () => {
    expect(mayFollowTopic('notification', callers.viewer as Caller, 'per_1', unowned)).toBe(true)
    expect(mayFollowTopic('notification', callers.viewer as Caller, 'per_2', unowned)).toBe(false)
    expect(mayFollowTopic('notification', nobody, 'per_1', unowned)).toBe(false)
  })
})
