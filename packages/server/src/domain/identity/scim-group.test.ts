import { describe, expect, it } from 'vitest'
import { readScimGroup, readScimGroupPatch } from './scim-group.ts'

const patch = (...Operations: object[]) => readScimGroupPatch({ Operations })
/** The members that a group of `one` and `two` has after a patch. */
function membersAfter(...operations: object[]) {
  const { clear, added, removed } = patch(...operations).members
  const kept = clear ? [] : ['one', 'two'].filter((id) => !removed.has(id))
  return [...new Set([...kept, ...added])]
}

describe('a group of a directory', () => {
  it('is read with its members, however they are written', () => {
    const read = readScimGroup({ displayName: 'devs', members: [{ value: 'one', display: 'One' }, 'two'] })
    expect(read).toMatchObject({ displayName: 'devs', externalId: null, members: { clear: true } })
    expect([...read.members.added]).toEqual(['one', 'two'])
    const empty = readScimGroup({ displayName: 'devs', externalId: 'x', members: [] })
    expect(empty).toMatchObject({ externalId: 'x', members: { clear: true, added: new Set() } })
  })

  it.each([
    [
      'adds as Entra does',
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: 'three' }] }],
      ['one', 'two', 'three'],
    ],
    ['removes as Entra does', [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: 'one' }] }], ['two']],
    ['removes by a filter', [{ op: 'remove', path: 'members[value eq "two"]' }], ['one']],
    ['replaces as Okta does', [{ op: 'replace', path: 'members', value: [{ value: 'three' }] }], ['three']],
    ['removes all without a value', [{ op: 'remove', path: 'members' }], []],
    [
      'takes members without a path',
      [{ op: 'add', value: { members: [{ value: 'three' }] } }],
      ['one', 'two', 'three'],
    ],
    [
      'lets the last operation on a member win',
      [
        { op: 'add', path: 'members', value: [{ value: 'three' }] },
        { op: 'remove', path: 'members[value eq "three"]' },
        { op: 'remove', path: 'members[value eq "one"]' },
        { op: 'add', path: 'members', value: [{ value: 'one' }] },
      ],
      ['one', 'two'],
    ],
    [
      'keeps what is added after all were removed',
      [
        { op: 'add', path: 'members', value: [{ value: 'three' }] },
        { op: 'remove', path: 'members' },
        { op: 'add', path: 'members', value: [{ value: 'two' }] },
      ],
      ['two'],
    ],
  ])('%s', (_name, operations, members) => {
    expect(membersAfter(...operations)).toEqual(members)
  })

  it('is renamed as Okta does, with its id beside the name, and keeps its members', () => {
    expect(patch({ op: 'replace', value: { id: 'scg_1', displayName: 'builders' } })).toEqual({
      displayName: 'builders',
      members: { clear: false, added: new Set(), removed: new Set() },
    })
  })

  it('refuses a filter it cannot read, a name that goes, and more members than a group has', () => {
    expect(() => patch({ op: 'remove', path: 'members[display co "x"]' })).toThrow(/value eq/)
    expect(() => patch({ op: 'replace', path: 'displayName', value: '' })).toThrow(/displayName/)
    const many = Array.from({ length: 20_001 }, (_, index) => ({ value: `u${index}` }))
    expect(() => patch({ op: 'add', path: 'members', value: many })).toThrow(/at most 20000 members/)
    const halves = [many.slice(0, 12_000), many.slice(9_000)].map((value) => ({ op: 'add', path: 'members', value }))
    expect(() => patch(...halves)).toThrow(/at most 20000 members/)
  })
})
