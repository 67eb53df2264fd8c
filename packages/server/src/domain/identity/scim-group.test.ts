import { describe, expect, it } from 'vitest'
import { patchScimGroup, readScimGroup } from './scim-group.ts'

const present = { displayName: 'devs', externalId: null, members: ['one', 'two'] }
const patch = (...Operations: object[]) => patchScimGroup(present, { Operations })

describe('a group of a directory', () => {
  it('is read with its members, however they are written', () => {
    expect(readScimGroup({ displayName: 'devs', members: [{ value: 'one', display: 'One' }, 'two'] })).toEqual(present)
    expect(readScimGroup({ displayName: 'devs', externalId: 'x', members: [] })).toEqual({
      displayName: 'devs',
      externalId: 'x',
      members: [],
    })
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
  ])('%s', (_name, operations, members) => {
    expect(patch(...operations).members).toEqual(members)
  })

  it('is renamed as Okta does, with its id beside the name', () => {
    expect(patch({ op: 'replace', value: { id: 'scg_1', displayName: 'builders' } })).toEqual({
      ...present,
      displayName: 'builders',
    })
  })

  it('refuses a filter it cannot read, and a name that goes', () => {
    expect(() => patch({ op: 'remove', path: 'members[display co "x"]' })).toThrow(/value eq/)
    expect(() => patch({ op: 'replace', path: 'displayName', value: '' })).toThrow(/displayName/)
  })
})
