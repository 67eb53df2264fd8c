import { access } from '@mkt/contract/api'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { acme, member, publisher, roles, staff } from '../../testing/people.ts'
import { show } from '../../testing/render.tsx'
import { installation, listing } from '../../testing/things.ts'
import { mayDo, ownedBy, useMay, useMayLaunch } from './may.ts'

describe('what a person may do', () => {
  it('follows the owner of the thing, not the organization they happen to work in', () => {
    const both = {
      ...member('viewer'),
      organizations: [...member('viewer').organizations, ...publisher('owner').organizations],
    }
    expect(mayDo(both, 'uninstallInstallation', installation())).toBe(false)
    expect(mayDo(both, 'retireListing', ownedBy(listing().organization))).toBe(true)
  })

  it('is nothing where there is no organization', () => {
    expect(mayDo(member('owner'), 'createListing', ownedBy(undefined))).toBe(false)
    expect(mayDo(staff('operator'), 'inviteMember', ownedBy(acme))).toBe(false)
  })

  it.each(roles)('is for the role %s what the access table says, operation by operation', (role) => {
    for (const [id, rule] of Object.entries(access)) {
      const allowed = Boolean(rule.anyone || rule.signedIn || rule.person || rule.members?.includes(role))
      expect([id, mayDo(member(role), id as keyof typeof access, ownedBy(acme))]).toEqual([id, allowed])
    }
  })
})

function Answer({ of }: { of: Parameters<typeof useMayLaunch>[0] }) {
  return <p>{`${useMay('listMembers', ownedBy(acme))} ${useMayLaunch(of)}`}</p>
}

it.each([
  ['developer', 'true', 'false'],
  ['admin', 'true', 'true'],
  ['viewer', 'false', 'false'],
] as const)('a %s launches an app of their own organization: %s, and one of another: %s', async (role, own, other) => {
  show(
    <>
      <Answer of={listing({ organization: { ...acme, verifiedDomains: [] } })} />
      <Answer of={listing()} />
    </>,
    { as: member(role) },
  )
  expect((await screen.findAllByText(/^true /)).map((one) => one.textContent)).toEqual([`true ${own}`, `true ${other}`])
})
