import { mailTopics } from '@mkt/contract/api'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { readAs } from '../../lib/time-formats.ts'
import { member } from '../../testing/people.ts'
import { visit } from '../../testing/render.tsx'
import { whole } from '../../testing/things.ts'

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
  await user.type(screen.getByRole('combobox', { name: 'Time zone' }), 'Tokyo')
  await user.click(await screen.findByRole('option', { name: 'Asia/Tokyo' }))
  await user.click(screen.getByRole('combobox', { name: 'Dates and numbers' }))
  await user.click(await screen.findByRole('option', { name: 'American English' }))
  await user.click(screen.getByRole('button', { name: 'Save: Times and numbers' }))
  await waitFor(() => expect(api.requests.find(({ operation }) => operation === 'changeProfile')?.body).toEqual(tokyo))
  await screen.findByText(/\(Asia\/Tokyo\)/)
  await screen.findAllByText(/Jan 2, 2020, 5:00\sAM/)
})

it('a person chooses what is mailed to them, or that nothing is', async () => {
  const preferences = { timeZone: null, locale: null, noMailAbout: ['updates' as const] }
  const { api, user } = visit('/account', {
    as: { ...member('owner'), preferences },
    answers: { ...page, getMe: { ...me, preferences }, changeProfile: me.person },
  })
  const all = await screen.findByRole('checkbox', { name: 'Mail me about' })
  const updates = screen.getByRole('checkbox', { name: /^Updates/ })
  expect([all, updates].map((box) => (box as HTMLInputElement).checked)).toEqual([false, false])
  const save = screen.getByRole('button', { name: 'Save: Mail' })
  const sent = () => api.requests.filter(({ operation }) => operation === 'changeProfile').map(({ body }) => body)
  await user.click(updates)
  expect(all).toHaveProperty('checked', true)
  await user.click(screen.getByRole('checkbox', { name: /^Reviews/ }))
  await user.click(save)
  await waitFor(() => expect(sent()).toEqual([{ noMailAbout: ['reviews'] }]))
  // Some are chosen: the first press takes all, the second none.
  await user.click(all)
  await user.click(all)
  await screen.findByText(/You get no mail about notifications/)
  await user.click(save)
  await waitFor(() => expect(sent().at(-1)).toEqual({ noMailAbout: [...mailTopics] }))
})
