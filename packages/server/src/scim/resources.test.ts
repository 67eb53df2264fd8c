import { expect, it } from 'vitest'
import { discoveredOne } from './resources.ts'

it.each([
  ['Schemas', 'urn:ietf:params:scim:schemas:core:2.0:User', { name: 'User' }],
  ['Schemas', 'urn:ietf:params:scim:schemas:core:2.0:Group', { name: 'Group' }],
  ['ResourceTypes', 'Group', { endpoint: '/Groups' }],
] as const)('a directory reads %s/%s by its id', (kind, id, members) => {
  expect(discoveredOne(kind, id)).toMatchObject({ id, ...members })
})

it('a schema or resource type that does not exist is a SCIM error with status 404', () => {
  expect(() => discoveredOne('Schemas', 'urn:example')).toThrow(expect.objectContaining({ status: 404 }))
  expect(() => discoveredOne('ResourceTypes', 'users')).toThrow(expect.objectContaining({ status: 404 }))
})
