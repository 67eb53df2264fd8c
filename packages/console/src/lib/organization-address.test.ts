import { expect, it } from 'vitest'
import { joinAddress, splitAddress } from './organization-address.ts'

it.each([
  '/manage',
  '/manage/tenants',
  '/manage/policies/p1',
  '/publish',
  '/publish/new',
  '/organization/keys',
  '/launch/x',
])('the address of %s names the organization, and leads back to the page', (path) => {
  expect(joinAddress(path, 'acme')).toBe(`/o/acme${path}`)
  expect(splitAddress(`/o/acme${path}`)).toEqual({ organization: 'acme', pathname: path })
  expect(splitAddress(path)).toEqual({ organization: undefined, pathname: path })
})

it.each(['/', '/browse', '/manage/installations/i1/log', '/manage/tenants/t1', '/publish/l1/releases', '/operate'])(
  'the address of %s stays as it is: no organization, or the one of the thing it shows',
  (path) => expect(joinAddress(path, 'acme')).toBe(path),
)

it('an address that only looks like one names no organization', () => {
  for (const path of ['/o/acme', '/o/acme/browse', '/o/Acme/manage', '/o//manage'])
    expect(splitAddress(path)).toEqual({ organization: undefined, pathname: path })
  expect(joinAddress('/manage', undefined)).toBe('/manage')
})
