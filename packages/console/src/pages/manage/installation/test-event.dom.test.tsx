import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Answers } from '../../../testing/fake-api.ts'
import { member, staff } from '../../../testing/people.ts'
import { show } from '../../../testing/render.tsx'
import { delivery, installation, listing, manifest, release } from '../../../testing/things.ts'
import { testEventTexts as texts } from '../../../texts/test-event.ts'
import { TestEvent } from './test-event.tsx'

const webhooks = [{ path: '/events', events: ['policy.create', 'policy.issue'] }]
const answers = (change: Answers = {}): Answers => ({
  getRelease: release({ manifest: { ...manifest, platform: { webhooks } } }),
  getListing: listing(),
  sendTestEvent: { deliveryId: 'dlv_1', eventId: 'evt_1', type: 'policy.create', path: '/events' },
  ...change,
})
const attempt = {
  at: '2026-03-01T10:00:00.000Z',
  durationMs: 12,
  error: null,
  answer: null,
  answerSize: 0,
  probe: false,
}

it('a test event is sent and shown arriving, with the answer of the application', async () => {
  const arrived = delivery({ id: 'dlv_1', state: 'DELIVERED', attempts: [{ ...attempt, status: 204 }] })
  const { api, user } = show(<TestEvent installation={installation()} />, {
    as: member('operations'),
    answers: answers({ getDelivery: arrived }),
  })
  await user.type(await screen.findByLabelText(texts.policy), 'P-1')
  await user.click(screen.getByRole('button', { name: texts.send }))
  await screen.findByText(texts.arrived)
  screen.getByText(texts.answered('policy.create', 204, 12))
  const sent = api.requests.find(({ operation }) => operation === 'sendTestEvent')
  expect(sent?.body).toEqual({ type: 'policy.create', policyLocator: 'P-1' })
})

it('an event that the application refuses says what it answered', async () => {
  const refused = delivery({ id: 'dlv_1', state: 'WAITING', attempts: [{ ...attempt, status: 500 }] })
  const { user } = show(<TestEvent installation={installation()} />, { answers: answers({ getDelivery: refused }) })
  await user.click(await screen.findByRole('button', { name: texts.send }))
  await screen.findByText(texts.refused)
  screen.getByText(texts.status(500))
})

it('people who only read see the test event disabled, with the roles that may send it', async () => {
  show(<TestEvent installation={installation()} />, { as: member('viewer'), answers: answers() })
  const button = await screen.findByRole('button', { name: texts.send, description: /Your role there is viewer/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('no test event is offered to people of the platform, nor for an app that asks for no events', async () => {
  const shown = (
    <>
      <p>Beside it</p>
      <TestEvent installation={installation()} />
    </>
  )
  const operator = show(shown, { as: staff('operator'), answers: answers() })
  await screen.findByText('Beside it')
  expect(screen.queryByText(texts.title)).toBeNull()
  expect(operator.api.asked).toEqual([])
  const { api } = show(shown, { answers: answers({ getRelease: release() }) })
  await waitFor(() => expect(api.asked).toEqual(['getRelease', 'getListing']))
  expect(screen.queryByText(texts.title)).toBeNull()
})
