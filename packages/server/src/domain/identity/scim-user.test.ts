import { describe, expect, it } from 'vitest'
import { emailOfScimUser, nameOfScimUser, patchScimUser, readScimUser } from './scim-user.ts'

const present = {
  userName: 'ann@acme.example',
  externalId: 'entra-1',
  active: true,
  displayName: 'Ann',
  givenName: null,
  familyName: null,
  email: 'ann@acme.example',
}
const patch = (...Operations: object[]) => patchScimUser(present, { Operations })

describe('a user of a directory', () => {
  it('is read as Entra creates it, extensions left out', () => {
    const user = readScimUser({
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:User',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
      ],
      externalId: 'anickname',
      userName: 'Test_User_22@acme.example',
      active: true,
      displayName: 'lennay',
      emails: [{ primary: true, type: 'work', value: 'Test_User_22@acme.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Adrienne', familyName: 'Ayotte', givenName: 'Adrienne' },
      roles: [],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'bob' },
    })
    expect(user).toEqual({
      userName: 'Test_User_22@acme.example',
      externalId: 'anickname',
      active: true,
      displayName: 'lennay',
      givenName: 'Adrienne',
      familyName: 'Ayotte',
      email: 'Test_User_22@acme.example',
    })
  })

  it('keeps what it was when a replacement does not speak of active, so a PUT brings no leaver back', () => {
    expect(readScimUser({ userName: 'a' }, { active: false }).active).toBe(false)
    expect(readScimUser({ userName: 'a' }).active).toBe(true)
  })

  it.each([
    ['Entra, in words', { op: 'Replace', path: 'active', value: 'False' }],
    ['Entra, wrapped', { op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] }],
    ['Okta, without a path', { op: 'replace', value: { active: false } }],
    [
      'a path with the URN of the schema',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false },
    ],
  ])('is deactivated by %s', (_name, operation) => {
    expect(patch(operation)).toEqual({ ...present, active: false })
  })

  it('takes a name that is patched as a whole, by its parts', () => {
    const named = patch({ op: 'replace', path: 'name', value: { givenName: 'Anna', familyName: 'Berg' } })
    expect(named).toMatchObject({ givenName: 'Anna', familyName: 'Berg', displayName: 'Ann' })
    const shorter = patchScimUser(named, {
      Operations: [{ op: 'add', path: 'name', value: { familyName: 'Bergmann' } }],
    })
    expect(shorter).toMatchObject({ givenName: 'Anna', familyName: 'Bergmann' })
    const nameless = patchScimUser(named, { Operations: [{ op: 'remove', path: 'name' }] })
    expect(nameless).toMatchObject({ givenName: null, familyName: null })
  })

  it('keeps its work address when another address is added beside it', () => {
    const home = { op: 'add', path: 'emails', value: [{ type: 'home', value: 'ann@home.example' }] }
    expect(patch(home).email).toBe('ann@acme.example')
    const work = { op: 'add', path: 'emails', value: [{ type: 'work', value: 'anna@acme.example' }] }
    expect(patch(work).email).toBe('anna@acme.example')
    expect(patchScimUser({ ...present, email: null }, { Operations: [home] }).email).toBe('ann@home.example')
  })

  it('is patched by paths with filters, dotted names and removals', () => {
    expect(
      patch(
        { op: 'Add', path: 'emails[type eq "work"].value', value: 'new@acme.example' },
        { op: 'Replace', value: { displayName: 'Annie', 'name.familyName': 'Bell' } },
        { op: 'Add', path: 'name.givenName', value: 'Ann' },
        { op: 'Remove', path: 'externalId' },
        { op: 'Replace', path: 'emails[type eq "home"].value', value: 'private@home.example' },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Claims' },
      ),
    ).toEqual({
      ...present,
      email: 'new@acme.example',
      displayName: 'Annie',
      familyName: 'Bell',
      givenName: 'Ann',
      externalId: null,
    })
  })

  it.each([
    ['no list of operations', {}],
    ['an unknown operation', { Operations: [{ op: 'move', path: 'active' }] }],
    ['an active that is neither', { Operations: [{ op: 'replace', path: 'active', value: 'perhaps' }] }],
    ['a removal of everything', { Operations: [{ op: 'remove' }] }],
    ['a user name that goes', { Operations: [{ op: 'remove', path: 'userName' }] }],
    ['control characters', { Operations: [{ op: 'replace', path: 'displayName', value: 'a\u0000b' }] }],
    ['a text without end', { Operations: [{ op: 'replace', path: 'userName', value: 'x'.repeat(300) }] }],
    ['no object', { Operations: ['active'] }],
    ['more operations than a directory sends', { Operations: Array(1001).fill({ op: 'add', path: 'x', value: 1 }) }],
  ])('refuses %s', (_name, body) => {
    expect(() => patchScimUser(present, body)).toThrow(expect.objectContaining({ status: 400 }))
  })

  it('has an address in its mail or its name, and a name in any case', () => {
    expect(emailOfScimUser({ email: null, userName: 'ann@acme.example' })).toBe('ann@acme.example')
    expect(emailOfScimUser({ email: null, userName: 'ann' })).toBeNull()
    expect(nameOfScimUser({ ...present, displayName: null, givenName: 'Ann', familyName: 'Bell' })).toBe('Ann Bell')
    expect(nameOfScimUser({ ...present, displayName: null })).toBe('ann@acme.example')
  })
})
