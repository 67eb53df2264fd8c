import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifyTransition } from '../../actions/delivery/notify-transition.ts'
import { changeByPlatform } from '../../actions/platform/change.ts'
import { mailNotifications } from '../../actions/platform/mail-notifications.ts'
import { notify } from '../../actions/platform/notify.ts'
import { silentLog } from '../../lib/log.ts'
import { createMailer } from '../../outbound/mailer.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { takeUnmailed } from '../../store/platform/notifications.ts'
import { type TestSmtp, testSmtp } from '../../testing/outside/smtp-server.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { testListings } from '../../testing/world/listings.ts'
import { startMail } from '../../workers/mail.ts'

interface Person {
  id: string
  email: string
  authorization: string
}
let api: TestApi
let smtp: TestSmtp
let make: ReturnType<typeof testListings>
let acme: Organization
const people: Record<string, Person> = {}

beforeAll(async () => {
  api = await testApi()
  smtp = await testSmtp()
  make = testListings(api)
  api.platform.mailer = createMailer({ smtpUrl: smtp.url, from: 'MKT <mkt@example.test>', log: silentLog })
  acme = await api.organization('acme')
  for (const role of ['owner', 'admin', 'developer', 'viewer'] as const)
    people[role] = await api.person({ role, organization: acme })
  people.moderator = await api.person({ platformRole: 'moderator' })
  people.operator = await api.person({ platformRole: 'operator' })
  people.foreigner = await api.person({ role: 'owner', organization: await api.organization('other') })
})

beforeEach(async () => {
  await api.platform.db.deleteFrom('notification').execute()
  smtp.mails.length = 0
  smtp.refuse(false)
})

const as = (name: string) => api.as(people[name]?.authorization)

async function told(): Promise<Record<string, string[]>> {
  const heard: Record<string, string[]> = {}
  for (const name of Object.keys(people)) {
    const { items } = await as(name).listNotifications({})
    if (items.length > 0) heard[name] = items.map((row) => row.kind)
  }
  return heard
}

async function openedReview(): Promise<string> {
  const id = await make.listing(acme, 'DRAFT')
  await make.release(id, '1.0.0')
  return (await as('developer').openReview({ params: { id }, body: {} })).id
}

const tell = (title: string) =>
  changeByPlatform(api.platform, (unit) =>
    notify(
      unit,
      { organizationId: acme.id, roles: ['owner'] },
      { kind: 'installation.error', title, text: 'It needs you.', link: '/manage/installations/ins_1' },
    ),
  )

describe('notifications', () => {
  it('of an opened review go to the moderators, of its answer to those who publish', async () => {
    const review = await openedReview()
    expect(await told()).toEqual({ moderator: ['review.opened'] })
    await as('moderator').requestChanges({ params: { id: review }, body: { reason: 'Say more about storms.' } })
    expect(await told()).toEqual({
      moderator: ['review.opened'],
      owner: ['review.answered'],
      admin: ['review.answered'],
      developer: ['review.answered'],
    })
    const [answer] = (await as('developer').listNotifications({})).items
    expect(answer?.text).toBe('Say more about storms.')
  })

  it('of words in a review go to the other side', async () => {
    const review = await openedReview()
    await api.platform.db.deleteFrom('notification').execute()
    await as('developer').addReviewMessage({ params: { id: review }, body: { text: 'Any news?' } })
    expect(await told()).toEqual({ moderator: ['review.message'] })
  })

  it('of deliveries that fail or pause go to those who run the installation, for a test also to developers', async () => {
    const listingId = await make.listing(acme, 'PUBLIC')
    const refs = { listingId, releaseId: await make.release(listingId, '1.0.0') }
    const turn = async (test: boolean, notice: 'failing' | 'paused' | 'recovered') => {
      const installationId = await make.installation(acme, refs, test)
      const route = { installationId, organizationId: acme.id }
      await changeByPlatform(api.platform, async (unit) => {
        await notifyTransition(unit, route, notice)
        return unit.unchanged()
      })
      return installationId
    }
    await turn(false, 'failing')
    await turn(false, 'recovered')
    expect(await told()).toEqual({ owner: ['deliveries.failing'], admin: ['deliveries.failing'] })
    const installationId = await turn(true, 'paused')
    const { name } = await as('developer').getInstallation({ params: { id: installationId } })
    expect((await told()).developer).toEqual(['deliveries.paused'])
    expect((await as('developer').listNotifications({})).items).toMatchObject([
      { title: `Deliveries to ${name} are paused`, link: `/manage/installations/${installationId}/deliveries` },
    ])
    await mailNotifications(api.platform)
    expect(smtp.mails.filter((mail) => mail.text.includes('are paused'))).toHaveLength(3)
  })

  it('are counted until read, one by one or all at once, each by its own person', async () => {
    await tell('One')
    api.clock.advance(1)
    await tell('Two')
    const { items, unread } = await as('owner').listNotifications({})
    expect([unread, items.map((row) => row.title)]).toEqual([2, ['Two', 'One']])
    const params = { id: items[0]?.id ?? '' }
    await expect(as('admin').readNotification({ params })).rejects.toMatchObject({ status: 404 })
    await as('owner').readNotification({ params })
    expect((await as('owner').listNotifications({ query: { unread: 'true' } })).items).toHaveLength(1)
    await as('owner').readAllNotifications()
    expect(await as('owner').listNotifications({})).toMatchObject({ unread: 0 })
  })

  it('reach nobody who is disabled', async () => {
    const gone = await api.person({ role: 'owner', organization: acme })
    await api.as(people.operator?.authorization).disablePerson({ params: { id: gone.id } })
    await tell('Not for them')
    const rows = await api.platform.db.selectFrom('notification').select('person_id').execute()
    expect(rows).toEqual([{ person_id: people.owner?.id }])
  })
})

describe('mail', () => {
  it('carries each notification to its person once, with a link into the console', async () => {
    await tell('App needs your attention')
    expect(await mailNotifications(api.platform)).toBe(1)
    expect(await mailNotifications(api.platform)).toBe(0)
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.to).toEqual([people.owner?.email])
    expect(smtp.mails[0]?.text).toContain('Subject: App needs your attention')
    expect(smtp.mails[0]?.text).toContain('http://127.0.0.1:7070/manage/installations/ins_1')
  })

  it('that the server refuses is tried again in the next round', async () => {
    await tell('Later')
    smtp.refuse(true)
    expect(await mailNotifications(api.platform)).toBe(0)
    smtp.refuse(false)
    expect(await mailNotifications(api.platform)).toBe(1)
  })

  it('that a killed process had taken is sent by another one after a while', async () => {
    await tell('Taken by the dead')
    const now = api.clock.now()
    const held = { now, since: new Date(0), until: new Date(now.getTime() + 600_000) }
    expect(await takeUnmailed(api.platform.db, held, 10)).toHaveLength(1)
    expect(await mailNotifications(api.platform)).toBe(0)
    api.clock.advance(601_000)
    expect(await mailNotifications(api.platform)).toBe(1)
    api.clock.advance(601_000)
    expect(await mailNotifications(api.platform)).toBe(0)
  })

  it('is sent only about what a person wants mail about; the notification stays, and a choice taken back brings nothing late', async () => {
    const owner = as('owner')
    await owner.changeProfile({ body: { noMailAbout: ['tenants', 'installations', 'tenants'] } })
    expect((await owner.getMe()).preferences?.noMailAbout).toEqual(['installations', 'tenants'])
    await tell('Unmailed')
    expect(await mailNotifications(api.platform)).toBe(0)
    expect(await owner.listNotifications({})).toMatchObject({ unread: 1 })
    await owner.changeProfile({ body: { noMailAbout: ['updates'] } })
    await tell('Mailed')
    expect(await mailNotifications(api.platform)).toBe(1)
    expect(smtp.mails.map((mail) => /Subject: (.*)\r/.exec(mail.text)?.[1])).toEqual(['Mailed'])
    const unknown = owner.changeProfile({ body: { noMailAbout: ['weather' as 'updates'] } })
    await expect(unknown).rejects.toMatchObject({ status: 422, code: 'request_invalid' })
    await owner.changeProfile({ body: { noMailAbout: [] } })
  })

  it('never tells of what was rolled back', async () => {
    const doomed = changeByPlatform(api.platform, async (unit) => {
      await notify(
        unit,
        { organizationId: acme.id, roles: ['owner'] },
        { kind: 'installation.error', title: 'No', text: 'No', link: '/' },
      )
      throw new Error('rolled back')
    })
    await expect(doomed).rejects.toThrow('rolled back')
    expect(await mailNotifications(api.platform)).toBe(0)
    expect(smtp.mails).toEqual([])
  })

  it('is sent soon after the notification, without anybody asking', async () => {
    const worker = startMail(api.platform)
    try {
      await tell('At once')
      await eventually(() => expect(smtp.mails).toHaveLength(1))
    } finally {
      await worker.stop()
    }
  })

  it('brings invitations and links for a new password, the latter only to those who have an account', async () => {
    await as('owner').inviteMember({ params: { org: 'acme' }, body: { email: 'new@example.test', role: 'viewer' } })
    expect(smtp.mails.map((mail) => mail.to)).toEqual([['new@example.test']])
    expect(smtp.mails[0]?.text).toContain('/join#')
    smtp.mails.length = 0
    const answers = []
    for (const email of ['nobody@example.test', people.viewer?.email ?? ''])
      answers.push(await api.as().requestPasswordReset({ body: { email } }))
    expect(answers).toEqual([{ mailed: true }, { mailed: true }])
    await eventually(() => expect(smtp.mails.map((mail) => mail.to)).toEqual([[people.viewer?.email]]))
    const token = /set-password#([\w-]+)/.exec(smtp.mails[0]?.text.replaceAll('=\r\n', '') ?? '')?.[1] ?? ''
    await api.as().completePasswordReset({ body: { token, password: 'a brand new password' } })
  })

  it('a request for a new password is answered before its link is made, so that the time does not tell of an account', async () => {
    const { email } = await api.person()
    const held = await api.platform.db.startTransaction().execute()
    await sql`lock table one_time_link in exclusive mode`.execute(held)
    try {
      expect(await api.as().requestPasswordReset({ body: { email } })).toEqual({ mailed: true })
    } finally {
      await held.rollback().execute()
    }
    await eventually(() => expect(smtp.mails.map((mail) => mail.to)).toEqual([[email]]))
  })

  it('a password reset is mailed three times an hour at most while its links stay unused', async () => {
    const { email } = await api.person()
    const ask = () => api.as().requestPasswordReset({ body: { email } })
    const mailed = () => smtp.mails.filter(({ to }) => to.includes(email)).length
    await Promise.all(Array.from({ length: 8 }, ask))
    await eventually(() => expect(mailed()).toBe(3))
    const links = () => api.platform.db.selectFrom('one_time_link').select('id').where('email', '=', email).execute()
    expect(await links()).toHaveLength(3)
    api.clock.advance(3_600_000)
    await ask()
    await eventually(() => expect(mailed()).toBe(4))
  })
})
