import type { Me } from '../queries/session/session.ts'

type Role = Me['organizations'][number]['role']
type PlatformRole = NonNullable<Me['person']['platformRole']>

/** The organization that owns what tests show. */
export const acme = { id: 'org_acme', name: 'acme', title: 'Acme Insurance' }
/** Another one, which publishes what Acme installs. */
export const zenith = { id: 'org_zenith', name: 'zenith', title: 'Zenith Apps' }

const preferences: Me['preferences'] = { timeZone: null, locale: null, noMailAbout: [] }
const nothing: Me['withheld'] = { organizations: [], platformRole: null, platformNeeds: null }

export const roles: Role[] = ['owner', 'admin', 'operations', 'developer', 'viewer']

const person = (name: string, platformRole: PlatformRole | null) => ({
  id: `person_${name}`,
  email: `${name}@example.test`,
  name,
  platformRole,
})

/** A member of Acme. */
export const member = (role: Role): Me => ({
  person: person(role, null),
  organizations: [{ ...acme, role }],
  preferences,
  lists: {},
  withheld: nothing,
})

/** A member of the publisher, who does not belong to Acme. */
export const publisher = (role: Role): Me => ({
  person: person(`zenith-${role}`, null),
  organizations: [{ ...zenith, role }],
  preferences,
  lists: {},
  withheld: nothing,
})

/** Somebody of the platform, who belongs to no organization. */
export const staff = (role: PlatformRole): Me => ({
  person: person(role, role),
  organizations: [],
  preferences,
  lists: {},
  withheld: nothing,
})
