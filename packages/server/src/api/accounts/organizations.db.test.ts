import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

let api: TestApi
let acme: Organization
let owner: { id: string; authorization: string }

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
  owner = await api.person({ role: 'owner', organization: acme })
})

const params = { org: 'acme' }

describe('ownership', () => {
  it('moves to another member in one step and cannot be taken away otherwise', async () => {
    const org = await api.organization('handed')
    const first = await api.person({ role: 'owner', organization: org })
    const second = await api.person({ role: 'admin', organization: org })
    const removal = api.as(second.authorization).removeMember({ params: { org: 'handed', person: first.id } })
    await expect(removal).rejects.toMatchObject({ status: 409, code: 'last_owner' })
    await api.as(first.authorization).transferOwnership({ params: { org: 'handed' }, body: { personId: second.id } })
    const leaving = api.as(second.authorization).leaveOrganization({ params: { org: 'handed' } })
    await expect(leaving).rejects.toMatchObject({ status: 409, code: 'last_owner' })
    const { items } = await api.as(second.authorization).listMembers({ params: { org: 'handed' } })
    expect(Object.fromEntries(items.map((row) => [row.person.id, row.role]))).toEqual({
      [first.id]: 'admin',
      [second.id]: 'owner',
    })
  })
})

describe('members', () => {
  it('take the open invitations they made with them when they go', async () => {
    const admin = await api.person({ role: 'admin', organization: acme })
    const body = { email: 'friend@example.test', role: 'developer' as const }
    const { id } = await api.as(admin.authorization).inviteMember({ params, body })
    const open = async () => {
      const { items } = await api.as(owner.authorization).listInvitations({ params, query: { q: 'friend@' } })
      return items.map((invitation) => invitation.id)
    }
    expect(await open()).toEqual([id])
    await api.as(owner.authorization).removeMember({ params: { ...params, person: admin.id } })
    expect(await open()).toEqual([])
  })

  it('may leave by themselves, whatever their role, and see nothing of the organization afterwards', async () => {
    const viewer = await api.person({ role: 'viewer', organization: acme })
    await api.as(viewer.authorization).leaveOrganization({ params })
    await expect(api.as(viewer.authorization).getOrganization({ params })).rejects.toMatchObject({ status: 404 })
  })
})

describe('the audit', () => {
  it('tells who did what with which credential, and cannot be changed', async () => {
    await api.as(owner.authorization).changeOrganization({ params, body: { title: 'Acme Inc.' } })
    const { items } = await api.as(owner.authorization).listAudit({ params, query: { action: 'organization.' } })
    expect(items[0]).toMatchObject({
      action: 'organization.change',
      actor: { kind: 'person', id: owner.id },
      details: { to: 'Acme Inc.' },
    })
    await expect(api.database.pool.query('delete from audit')).rejects.toThrow(/never changed/)
  })
})
