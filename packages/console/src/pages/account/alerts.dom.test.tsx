import { alertThresholds } from '@mkt/contract/api'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { member } from '../../testing/people.ts'
import { pressable } from '../../testing/pressable.ts'
import { visit } from '../../testing/render.tsx'
import { alerts as texts } from '../../texts/alerts.ts'

const rule = {
  ...{ id: 'alr_1', name: 'Night', kind: 'failing' as const, threshold: 5, listingId: null, installationId: null },
  ...{ quietHours: null, target: 'webhook' as const, address: 'https://alerts.test', createdBy: 'a@acme.test' },
  ...{ createdAt: '2026-11-17T10:00:00.000Z', toldAt: null, problem: 'The receiver answered with status 500.' },
  firing: 2,
}

it('an admin adds an alert with a secret, tests it and learns why it was not taken; a viewer only sees it', async () => {
  const problem = 'The receiver could not be reached: timed_out.'
  const answers = {
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
    ...{ name: 'Night', kind: 'failing', threshold: 5, target: 'webhook' },
    ...{ address: 'https://alerts.test/hook', secret: 'sixteen letters!' },
  })
  await user.click(screen.getByRole('button', { name: new RegExp(texts.test) }))
  await screen.findByText(texts.notTaken)
  screen.getByText(problem)
  visit('/organization/alerts', { as: member('viewer'), answers })
  await screen.findByText(texts.firing(2))
  screen.getByText(/status 500/)
  screen.getByRole('button', { name: `${texts.test}: Night` })
  expect(pressable(new RegExp(`${texts.add}|${texts.test}|${texts.remove}`))).toEqual([])
})

it.each(['failing', 'dead_letters', 'slow', 'credential'] as const)(
  'the threshold of %s is proposed and held within what the platform takes',
  async (kind) => {
    const { user } = visit('/organization/alerts', { as: member('admin'), answers: { getAlertRules: { rules: [] } } })
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
  const answers = { getAlertRules: { rules: [] }, createAlertRule: rule }
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
