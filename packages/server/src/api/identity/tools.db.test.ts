import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { insertMember } from '../../store/accounts/organizations.ts'
import { withSecondFactor } from '../../testing/identity/second-factor.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

let api: TestApi
let acme: Organization
let other: Organization
let person: Awaited<ReturnType<typeof withSecondFactor>>
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
  other = await api.organization('other')
  person = await withSecondFactor(api, await api.person({ role: 'developer', organization: acme }))
  await insertMember(api.platform.db, {
    organizationId: other.id,
    personId: person.id,
    role: 'owner',
    now: api.clock.now(),
  })
})

const approve = async () => (await person.client.approveTool({ body: { organization: 'acme', challenge } })).code
const complete = (code: string, given = verifier) => api.as().completeTool({ body: { code, verifier: given } })

describe('a tool that a person approves in the browser', () => {
  it('gets a session of the person for one organization, and nothing of the others', async () => {
    const session = await complete(await approve())
    expect(session.organizations).toMatchObject([{ name: 'acme', role: 'developer' }])
    const tool = api.as(`Bearer ${session.token}`)
    expect(await tool.getMe()).toMatchObject({ organization: { name: 'acme' }, organizations: [{ name: 'acme' }] })
    await expect(tool.getOrganization({ params: { org: 'acme' } })).resolves.toBeDefined()
    await expect(tool.getOrganization({ params: { org: 'other' } })).rejects.toMatchObject({ status: 404 })
    for (const organization of ['acme', 'other'])
      await expect(tool.approveTool({ body: { organization, challenge } })).rejects.toMatchObject({ status: 403 })
    const sessions = await person.client.listSessions({})
    expect(sessions.items).toEqual(expect.arrayContaining([expect.objectContaining({ method: 'tool' })]))
  })

  it('has no rights of the platform, no matter who approved it', async () => {
    await api.platform.db.updateTable('person').set({ platform_role: 'operator' }).where('id', '=', person.id).execute()
    const session = await complete(await approve())
    expect(session.person.platformRole).toBeNull()
    await expect(api.as(`Bearer ${session.token}`).listPeople()).rejects.toMatchObject({ status: 403 })
    await api.platform.db.updateTable('person').set({ platform_role: null }).where('id', '=', person.id).execute()
  })

  it('is the one that began: a code is worth nothing without its verifier, and works once', async () => {
    await expect(complete(await approve(), 'w'.repeat(43))).rejects.toMatchObject({ code: 'sign_in_expired' })
    const code = await approve()
    await complete(code)
    await expect(complete(code)).rejects.toMatchObject({ code: 'sign_in_expired' })
  })

  it('needs a fresh factor, an open session and two minutes at most', async () => {
    const late = await approve()
    api.clock.advance(2 * 60_000)
    await expect(complete(late)).rejects.toMatchObject({ code: 'sign_in_expired' })
    const code = await approve()
    await person.client.endAllSessions({ query: { keep: 'current' } })
    await expect(complete(code)).rejects.toMatchObject({ code: 'sign_in_expired' })
    api.clock.advance(6 * 60_000)
    await expect(approve()).rejects.toMatchObject({ code: 'step_up_required' })
  })

  it('cannot change how the person signs in, although the factor is fresh', async () => {
    await person.client.stepUp({ body: { code: person.app.next() } })
    const tool = api.as(`Bearer ${(await complete(await approve())).token}`)
    for (const ask of [
      () => tool.beginPasskey(),
      () => tool.removeTotp(),
      () => tool.createRecoveryCodes(),
      () => tool.linkSso({ body: { organization: 'acme' } }),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('is no fresher than the session that approved it', async () => {
    const plain = await api.person({ role: 'developer', organization: acme })
    api.clock.advance(6 * 60_000)
    const { code } = await api.as(plain.authorization).approveTool({ body: { organization: 'acme', challenge } })
    expect((await complete(code)).person.id).toBe(plain.id)
    const sessions = await api.platform.db
      .selectFrom('session')
      .select('proved_at')
      .where('person_id', '=', plain.id)
      .execute()
    expect(new Set(sessions.map((row) => row.proved_at.getTime())).size).toBe(1)
  })

  it('is signed out when the person leaves its organization', async () => {
    const leaver = await api.person({ role: 'developer', organization: acme })
    const { code } = await api.as(leaver.authorization).approveTool({ body: { organization: 'acme', challenge } })
    const tool = api.as(`Bearer ${(await complete(code)).token}`)
    await tool.leaveOrganization({ params: { org: 'acme' } })
    await expect(tool.getMe()).rejects.toMatchObject({ status: 401 })
    await expect(api.as(leaver.authorization).getMe()).resolves.toBeDefined()
  })
})
