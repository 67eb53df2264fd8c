import { describe, expect, it } from 'vitest'
import { testApi } from '../../testing/platform/api.ts'
import { createOperator } from './create-operator.ts'

const api = await testApi()

describe('the first operator', () => {
  it('can sign in, create an organization and invite its people', async () => {
    const account = { email: 'first@example.test', password: 'long enough it is' }
    await createOperator(api.platform, account)
    const { token, person } = await api.as().signIn({ body: account })
    expect(person.platformRole).toBe('operator')
    const operator = api.as(`Bearer ${token}`)
    await operator.createOrganization({ body: { name: 'customer' } })
    const { link } = await operator.inviteMember({
      params: { org: 'customer' },
      body: { email: 'admin@customer.test', role: 'admin' },
    })
    const invitation = link.split('#')[1]
    const password = 'another long one'
    const admin = await api.as().signUp({ body: { email: 'admin@customer.test', name: 'A', password, invitation } })
    await operator.transferOwnership({ params: { org: 'customer' }, body: { personId: admin.id } })
    await operator.changePerson({ params: { id: admin.id }, body: { platformRole: 'moderator' } })
    const signedIn = await api.as().signIn({ body: { email: 'admin@customer.test', password } })
    expect(signedIn).toMatchObject({
      person: { platformRole: 'moderator' },
      organizations: [{ name: 'customer', role: 'owner' }],
    })
  })

  it('is not made twice', async () => {
    const account = { email: 'once@example.test', password: 'long enough it is' }
    await createOperator(api.platform, account)
    await expect(createOperator(api.platform, account)).rejects.toMatchObject({ code: 'email_taken' })
  })
})
