import { alertThresholds } from '@mkt/contract/api'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { member } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { visit } from '../../../testing/render.tsx'
import { installation, listing } from '../../../testing/things.ts'
import { alerts as texts } from '../../../texts/alerts.ts'
import { common } from '../../../texts/common.ts'
import { mail } from '../../../texts/mail.ts'

const rule = {
  ...{
    id: 'alr_1',
    name: 'Night',
    kind: 'failing' as const,
    threshold: 5,
    topics: [],
    listingId: null,
    installationId: null,
  },
  ...{ quietHours: null, target: 'webhook' as const, address: 'https://alerts.test', createdBy: 'a@acme.test' },
  ...{ createdAt: '2026-11-17T10:00:00.000Z', toldAt: null, problem: 'The receiver answered with status 500.' },
  firing: 2,
}

/** What a rule could watch. */
const nothing = { listInstallations: { items: [], next: null }, listOrganizationListings: { items: [], next: null } }

it('an admin adds an alert with a secret, tests it and learns why it was not taken; a viewer only sees it', async () => {
  const problem = 'The receiver could not be reached: timed_out.'
  const answers = {
    ...nothing,
    getAlertRules: { rules: [rule] },
    createAlertRule: rule,
    testAlertRule: { taken: false, problem },
  }
  const { api, user } = visit('/organization/alerts', { as: member('admin'), answers })
  await user.click(await screen.findByRole('button', { name: texts.add }))
  await user.type(await screen.findByLabelText(new RegExp(`^${texts.name}`)), 'Night')
  await user.selectOptions(screen.getByLabelText(texts.target), 'webhook')
  await user.type(screen.getByLabelText(new RegExp(`^${texts.address}`)), 'https://alerts.test/hook')
  await user.type(screen.getByLabelText(new RegExp(`^${texts.secret}`)), 'sixteen letters!')
  await user.click(screen.getAllByRole('button', { name: texts.add }).at(-1) as HTMLElement)
  await screen.findByText(texts.added)
  expect(api.requests.find(({ operation }) => operation === 'createAlertRule')?.body).toEqual({
    ...{ name: 'Night', kind: 'failing', threshold: 5, topics: [], target: 'webhook' },
    ...{ listingId: null, installationId: null, quietHours: null },
    ...{ address: 'https://alerts.test/hook', secret: 'sixteen letters!' },
  })
  await user.click(screen.getByRole('button', { name: new RegExp(texts.test) }))
  await screen.findByText(texts.notTaken)
  screen.getByText(problem)
  visit('/organization/alerts', { as: member('viewer'), answers })
  await screen.findByText(texts.firing(2))
  screen.getByText(/status 500/)
  screen.getByRole('button', { name: `${texts.test}: Night` })
  expect(pressable(new RegExp(`${texts.add}|${texts.test}|${texts.edit}|${texts.remove}`))).toEqual([])
})

it.each(['failing', 'dead_letters', 'slow', 'credential'] as const)(
  'the threshold of %s is proposed and held within what the platform takes',
  async (kind) => {
    const { user } = visit('/organization/alerts', {
      as: member('admin'),
      answers: { ...nothing, getAlertRules: { rules: [] } },
    })
    await user.click(await screen.findByRole('button', { name: texts.add }))
    await user.selectOptions(await screen.findByLabelText(texts.when), kind)
    const input = screen.getByLabelText<HTMLInputElement>(new RegExp(`^${texts.thresholds[kind]}`))
    const { least, most } = alertThresholds[kind]
    expect(Number(input.value)).toBeGreaterThanOrEqual(least)
    expect(Number(input.value)).toBeLessThanOrEqual(most)
    await user.clear(input)
    await user.type(input, '99999')
    await user.tab()
    expect(Number(input.value)).toBe(most)
  },
)

it('quiet hours are both given or none', async () => {
  const answers = { ...nothing, getAlertRules: { rules: [] }, createAlertRule: rule }
  const { api, user } = visit('/organization/alerts', { as: member('admin'), answers })
  await user.click(await screen.findByRole('button', { name: texts.add }))
  await user.type(await screen.findByLabelText(new RegExp(`^${texts.name}`)), 'Night')
  await user.type(screen.getByLabelText(new RegExp(`^${texts.address}`)), 'a@acme.test')
  const add = screen.getAllByRole('button', { name: texts.add }).at(-1) as HTMLElement
  fireEvent.change(screen.getByLabelText(new RegExp(`^${texts.quietFrom}`)), { target: { value: '22:00' } })
  await user.click(add)
  expect(api.asked).not.toContain('createAlertRule')
  fireEvent.change(screen.getByLabelText(new RegExp(`^${texts.quietTo}`)), { target: { value: '06:00' } })
  await user.click(add)
  await screen.findByText(texts.added)
  expect(api.requests.find(({ operation }) => operation === 'createAlertRule')?.body).toMatchObject({
    quietHours: { from: '22:00', to: '06:00' },
  })
})

it('says in which zone quiet hours are where they are entered, and keeps the zone of a rule that is changed', async () => {
  const quietHours = { from: '22:00', to: '06:00', timeZone: 'America/Lima' }
  const answers = { ...nothing, getAlertRules: { rules: [{ ...rule, quietHours }] }, changeAlertRule: rule }
  const { api, user } = visit('/organization/alerts', { as: member('admin'), answers })
  await user.click(await screen.findByRole('button', { name: texts.add }))
  await screen.findByText(texts.quietHint(new Intl.DateTimeFormat().resolvedOptions().timeZone))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: `${texts.edit}: Night` }))
  await screen.findByText(texts.quietHint('America/Lima'))
  fireEvent.change(screen.getByLabelText(new RegExp(`^${texts.quietTo}`)), { target: { value: '07:00' } })
  await user.click(screen.getByRole('button', { name: common.save }))
  await screen.findByText(common.saved)
  const { body } = api.requests.find(({ operation }) => operation === 'changeAlertRule') ?? {}
  expect(body).toMatchObject({ name: 'Night', quietHours: { ...quietHours, to: '07:00' } })
  // Neither was typed, so both stay.
  expect(body).not.toHaveProperty('address')
  expect(body).not.toHaveProperty('secret')
})

it('an installation or a published app is watched by name, and only by kinds that can', async () => {
  const answers = {
    getAlertRules: { rules: [rule] },
    createAlertRule: rule,
    listInstallations: { items: [installation({ id: 'ins_7', name: 'Rater Nord' })], next: null },
    listOrganizationListings: { items: [listing({ id: 'lst_7', title: 'Flood scores' })], next: null },
  }
  const { api, user } = visit('/organization/alerts', { as: member('admin'), answers })
  await user.click(await screen.findByRole('button', { name: texts.add }))
  await user.type(await screen.findByLabelText(new RegExp(`^${texts.name}`)), 'Desk')
  await user.type(screen.getByLabelText(new RegExp(`^${texts.address}`)), 'a@acme.test')
  const watch = await screen.findByLabelText(texts.watch)
  await screen.findByRole('option', { name: 'Flood scores' })
  await user.selectOptions(watch, 'lst_7')
  await user.selectOptions(screen.getByLabelText(texts.when), 'credential')
  expect(screen.queryByRole('option', { name: 'Flood scores' })).toBeNull()
  expect(screen.getByLabelText<HTMLSelectElement>(texts.watch).value).toBe('')
  await user.selectOptions(screen.getByLabelText(texts.watch), 'ins_7')
  await user.click(screen.getAllByRole('button', { name: texts.add }).at(-1) as HTMLElement)
  await screen.findByText(texts.added)
  const sent = api.requests.find(({ operation }) => operation === 'createAlertRule')
  expect(sent?.body).toMatchObject({ kind: 'credential', listingId: null, installationId: 'ins_7' })
})

it('notifications of chosen topics are passed on, one at least', async () => {
  const answers = { ...nothing, getAlertRules: { rules: [] }, createAlertRule: rule }
  const { api, user } = visit('/organization/alerts', { as: member('admin'), answers })
  await user.click(await screen.findByRole('button', { name: texts.add }))
  await user.type(await screen.findByLabelText(new RegExp(`^${texts.name}`)), 'Desk')
  await user.type(screen.getByLabelText(new RegExp(`^${texts.address}`)), 'a@acme.test')
  await user.selectOptions(screen.getByLabelText(texts.when), 'notifications')
  const add = screen.getAllByRole('button', { name: texts.add }).at(-1) as HTMLElement
  await user.click(add)
  expect(api.asked).not.toContain('createAlertRule')
  await user.click(screen.getByRole('checkbox', { name: mail.topics.suspensions.title }))
  await user.click(add)
  await screen.findByText(texts.added)
  const sent = api.requests.find(({ operation }) => operation === 'createAlertRule')
  expect(sent?.body).toMatchObject({ kind: 'notifications', topics: ['suspensions'], listingId: null })
})
