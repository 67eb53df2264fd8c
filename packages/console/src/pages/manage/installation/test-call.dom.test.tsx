import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Call, TestCallAnswer } from '../../../queries/activity/calls.ts'
import type { Answers, Request } from '../../../testing/fake-api.ts'
import { member, staff } from '../../../testing/people.ts'
import { show } from '../../../testing/render.tsx'
import { call, installation, listing, manifest, release, whole } from '../../../testing/things.ts'
import { manage } from '../../../texts/manage.ts'
import { testCallTexts as texts } from '../../../texts/test-call.ts'
import { Glance } from './glance.tsx'
import { RaterNote } from './rater-note.tsx'
import { TestCall } from './test-call.tsx'

const platform = {
  autofill: [{ path: '/fill', operations: ['*.create'] }],
  externalRaters: [{ name: 'rater', path: '/rate' }],
}
const tried: TestCallAnswer = {
  ...{ kind: 'autofill', path: '/fill', requestId: 'req_1', status: 200, durationMs: 12, problem: null },
  ...{ filled: [], premiums: [], total: null, currency: null, request: '{}', answer: '{}' },
}
const answers = (change: Partial<TestCallAnswer> = {}): Answers => ({
  getRelease: release({ manifest: { ...manifest, platform } }),
  getListing: listing(),
  sendTestCall: { ...tried, ...change },
})
const filled = [
  { name: 'exposures.year', value: '2003' },
  { name: 'channel', value: 'Direct' },
  { name: 'channel', value: 'Web' },
]

it('a test call is sent with its sample, and shows the fields that the application filled', async () => {
  const { api, user } = show(<TestCall installation={installation()} />, {
    as: member('operations'),
    answers: answers({ filled }),
  })
  await user.click(await screen.findByRole('button', { name: texts.send }))
  await screen.findByText(texts.answered)
  screen.getByText(texts.status(200, 12))
  expect(screen.getByText('exposures.year').nextSibling?.textContent).toBe('2003')
  expect(screen.getByText('channel').nextSibling?.textContent).toBe('Direct, Web')
  expect(screen.getByText(texts.open).getAttribute('href')).toContain('req_1')
  const sent = api.requests.find(({ operation }) => operation === 'sendTestCall')
  expect(sent?.body).toEqual({ path: '/fill' })
})

it('premiums are shown with their total, for a request of one’s own', async () => {
  const premiums: TestCallAnswer['premiums'] = [
    { exposure: 'vehicle', peril: 'bodily_injury', basis: 'premium', amount: 120.5 },
    { exposure: 'vehicle', peril: 'theft', basis: 'premium', amount: null },
  ]
  const { api, user } = show(<TestCall installation={installation()} />, {
    answers: answers({ kind: 'rater', path: '/rate', premiums, total: 120.5, currency: 'USD' }),
  })
  const request = await screen.findByLabelText(texts.request)
  await user.click(request)
  await user.paste('{"policy"')
  await user.click(screen.getByRole('button', { name: texts.send }))
  await screen.findByText(texts.notJson)
  expect(api.asked).not.toContain('sendTestCall')
  await user.click(request)
  await user.paste(':{}}')
  await user.click(screen.getByRole('button', { name: texts.send }))
  await screen.findByText('1. Vehicle · Bodily injury')
  // Names and amounts as on the page of prices.
  expect(screen.getAllByText('120.50 USD')).toHaveLength(2)
  screen.getByText(texts.noNumber)
  const sent = api.requests.find(({ operation }) => operation === 'sendTestCall')
  expect(sent?.body).toEqual({ path: '/fill', request: { policy: {} } })
})

it('a call without a result says why', async () => {
  const problem = { code: 'app_timeout', detail: 'The application did not answer within 5000 ms.' }
  const { user } = show(<TestCall installation={installation()} />, { answers: answers({ status: 504, problem }) })
  await user.click(await screen.findByRole('button', { name: texts.send }))
  await screen.findByText(texts.failed)
  screen.getByText(/did not answer within 5000 ms/)
})

it('people who only read see the test call disabled, with the roles that may send it', async () => {
  show(<TestCall installation={installation()} />, { as: member('viewer'), answers: answers() })
  const button = await screen.findByRole('button', { name: texts.send, description: /Your role there is viewer/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('no test call is offered to people of the platform, nor for an app without autofill and rater', async () => {
  const shown = (
    <>
      <p>Beside it</p>
      <TestCall installation={installation()} />
    </>
  )
  const operator = show(shown, { as: staff('operator'), answers: answers() })
  await screen.findByText('Beside it')
  expect(screen.queryByText(texts.title)).toBeNull()
  expect(operator.api.asked).toEqual([])
  const { api } = show(shown, { answers: { ...answers(), getRelease: release() } })
  await waitFor(() => expect(api.asked).toEqual(['getRelease', 'getListing']))
  expect(screen.queryByText(texts.title)).toBeNull()
})

/** The calls of an installation as the API gives them: tests are left out where that is asked. */
const callsOf =
  (...calls: Call[]) =>
  ({ query }: Request) =>
    whole(...calls.filter(({ test }) => query.test === undefined || String(test) === query.test))

it('a rater that only a test call asked is not attached yet', async () => {
  const rater = installation({ externalRaters: ['rater'] })
  show(<RaterNote installation={rater} />, { answers: { listCalls: callsOf(call({ test: true })) } })
  await screen.findByText(manage.installation.raterText)
})

it('the last call is one of the policy system, as the figures beside it are', async () => {
  const running = installation({ answers: ['rater'] })
  const figures = { from: '2026-03-01T10:00:00.000Z', p95Ms: null, kinds: [] }
  const tests = Array.from({ length: 60 }, (_, at) => call({ id: `cal_2${at}`, test: true }))
  const real = call({ id: 'cal_1', at: '2020-01-01T10:00:00.000Z' })
  show(<Glance installation={running} />, { answers: { getCallFigures: figures, listCalls: callsOf(...tests, real) } })
  const shown = await screen.findByText(/2020/)
  expect(shown.getAttribute('datetime')).toBe(real.at)
})

it('a request that was begun is there again in this tab, and nowhere else: it may name people', async () => {
  const { user } = show(<TestCall installation={installation()} />, { answers: answers() })
  await user.click(await screen.findByLabelText(texts.request))
  await user.paste('{"holder":"Ada"}')
  expect(JSON.stringify({ ...localStorage })).not.toContain('Ada')
  show(<TestCall installation={installation()} />, { answers: answers() })
  expect(await screen.findByLabelText(texts.request)).toHaveProperty('value', '{"holder":"Ada"}')
  cleanup()
  sessionStorage.clear()
  show(<TestCall installation={installation()} />, { answers: answers() })
  expect(await screen.findByLabelText(texts.request)).toHaveProperty('value', '')
})
