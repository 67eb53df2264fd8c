import { type MailTopic, mailTopics } from '@mkt/contract/api'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { readAs } from '../../../lib/time-formats.ts'
import { Refusal } from '../../../testing/fake-api.ts'
import { member } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'
import { whole } from '../../../testing/things.ts'

const me = { ...member('owner'), organization: null, clientId: null, scopes: [], secondFactor: null, position: '1' }
const tokyo = { timeZone: 'Asia/Tokyo', locale: 'en-US' }
const page = {
  listSessions: whole(),
  getFactors: { totp: false, passkeys: [], recoveryCodes: 0, hasPassword: true },
  getSsoLinks: { links: [] },
}
const session = {
  ...{ id: 'session_1', current: true, userAgent: null, browser: 'Firefox', method: 'password' as const },
  ...{ createdAt: '2020-01-01T20:00:00Z', expiresAt: '2030-01-01T00:00:00Z', seenAt: '2020-01-01T20:00:00Z' },
  ...{ address: null, lastAddress: null, secondFactor: false },
}

afterEach(() => readAs({ timeZone: null, locale: null }))

it('a person chooses time zone and locale, and every time on the page is written so', async () => {
  let saved = me
  const { api, user } = visit('/account', {
    answers: {
      getMe: () => saved,
      ...page,
      listSessions: whole(session),
      changeProfile: () => {
        saved = { ...me, preferences: { ...tokyo, noMailAbout: [] } }
        return me.person
      },
    },
  })
  await user.click(await screen.findByRole('combobox', { name: 'Time zone' }))
  // At once: with every letter a hundred zones would be drawn again.
  await user.paste('Tokyo')
  await user.click(await screen.findByRole('option', { name: 'Asia/Tokyo' }))
  await user.click(screen.getByRole('combobox', { name: 'Dates and numbers' }))
  await user.click(await screen.findByRole('option', { name: 'American English' }))
  await user.click(screen.getByRole('button', { name: 'Save: Times and numbers' }))
  await waitFor(() => expect(api.requests.find(({ operation }) => operation === 'changeProfile')?.body).toEqual(tokyo))
  await screen.findByText(/\(Asia\/Tokyo\)/)
  await screen.findAllByText(/Jan 2, 2020, 5:00\sAM/)
})

it('only what was chosen here is saved, so that a second tab does not undo the choice of the first', async () => {
  const { api, user } = visit('/account', {
    answers: { ...page, getMe: { ...me, preferences: { ...tokyo, noMailAbout: [] } }, changeProfile: me.person },
  })
  await user.click(await screen.findByRole('combobox', { name: 'Dates and numbers' }))
  await user.click(await screen.findByRole('option', { name: 'American English' }))
  await user.click(screen.getByRole('button', { name: 'Save: Times and numbers' }))
  await screen.findByText(/\(Asia\/Tokyo\)/)
  const sent = api.requests.filter(({ operation }) => operation === 'changeProfile')
  expect(sent.map(({ body }) => body)).toEqual([{ locale: 'en-US' }])
})

const mailTest = (noMailAbout: MailTopic[], refuses = false) => {
  const saved = { timeZone: null, locale: null, noMailAbout }
  const shown = visit('/account', {
    as: { ...member('owner'), preferences: { ...saved } },
    answers: {
      ...page,
      getMe: () => ({ ...me, preferences: saved }),
      changeProfile: ({ body }) => {
        if (refuses) return new Refusal(503, 'unavailable', 'The database is away.')
        Object.assign(saved, body)
        return me.person
      },
    },
  })
  const sent = () => shown.api.requests.filter(({ operation }) => operation === 'changeProfile')
  return { ...shown, saved, sent: () => sent().map(({ body }) => body) }
}
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const saveMail = () => screen.findByRole('button', { name: 'Save: Mail' })
/** The button takes a press again when the former one is done. */
const saveDone = async () => waitFor(async () => expect(await saveMail()).toHaveProperty('disabled', false))

it('a person chooses what is mailed to them, or that nothing is', async () => {
  const { user, sent } = mailTest(['updates'])
  const save = await saveMail()
  const all = box(/everything/)
  expect([all.checked, box(/^Updates/).checked]).toEqual([false, false])
  await user.click(box(/^Updates/))
  expect(all.checked).toBe(true)
  await user.click(box(/^Reviews/))
  await user.click(save)
  await waitFor(() => expect(sent()).toEqual([{ noMailAbout: ['reviews'] }]))
  await saveDone()
  // Some are chosen: the first press takes all, the second none.
  await user.click(all)
  await user.click(all)
  await screen.findByText(/You get no mail about notifications/)
  await user.click(save)
  await waitFor(() => expect(sent().at(-1)).toEqual({ noMailAbout: [...mailTopics] }))
  await saveDone()
})

it('the choice of mail follows what was saved elsewhere, until a person changes it here', async () => {
  const { user, saved } = mailTest([])
  await saveMail()
  const readAgain = () => user.click(screen.getByRole('button', { name: 'Save: Times and numbers' }))
  saved.noMailAbout = ['updates']
  await readAgain()
  await waitFor(() => expect(box(/^Updates/).checked).toBe(false))
  await user.click(box(/^Reviews/))
  saved.noMailAbout = ['tenants']
  await readAgain()
  await waitFor(() => expect(screen.getAllByText('Saved')).toHaveLength(2))
  expect([/^Reviews/, /^Updates/, /^Tenants/].map((name) => box(name).checked)).toEqual([false, false, true])
})

it('a choice of mail that could not be saved stays on the page, and the page says why', async () => {
  const { user } = mailTest([], true)
  await user.click(await screen.findByRole('checkbox', { name: /^Reviews/ }))
  await user.click(await saveMail())
  await screen.findByText(/The database is away/)
  expect(box(/^Reviews/).checked).toBe(false)
})
