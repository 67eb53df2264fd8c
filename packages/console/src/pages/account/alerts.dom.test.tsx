import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { member } from '../../testing/people.ts'
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
  await screen.findByText(texts.notTaken(problem))
  visit('/organization/alerts', { as: member('viewer'), answers })
  await screen.findByText(texts.firing(2))
  screen.getByText(/status 500/)
  expect(screen.queryByRole('button', { name: texts.add })).toBeNull()
})
