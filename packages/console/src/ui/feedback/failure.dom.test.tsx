import { RefusedError } from '@mkt/contract/client'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { common } from '../../texts/common.ts'
import { HomeButton } from '../action/home-button.tsx'
import { FailureNote, FailureView } from './failure.tsx'

const texts = common.failure

it.each([
  ['a failure of the platform has a number to send', 500, { requestId: 'req_1' }, [texts.bugTitle, texts.bugText]],
  ['without a number nobody is asked to send one', 500, {}, [texts.bugTitle, texts.again]],
  ['what is in between answered, and nobody knows more', 503, {}, [texts.awayTitle, texts.again]],
  ['a platform that is busy says so', 503, { code: 'overloaded', detail: 'It is busy.' }, ['It is busy.']],
])('%s', async (_, status, body, said) => {
  show(<FailureView failure={new RefusedError(status, body, null)} />)
  for (const text of said) await screen.findByText(text)
  expect(screen.queryByText(/req_1/) !== null).toBe('requestId' in body)
})

it.each([
  ['what a person may not see is not asked for again', 403, 'forbidden', texts.forbiddenTitle],
  ['what is not there is not asked for again', 404, 'not_found', common.notFound.title],
])('%s: a page leads home instead', async (_, status, code, title) => {
  const failure = new RefusedError(status, { code, detail: 'Not for you.' }, null)
  show(<FailureView page failure={failure} retry={() => undefined} leave={<HomeButton />} />)
  await screen.findByText(title)
  expect(screen.queryByRole('button', { name: texts.retry })).toBeNull()
  screen.getByRole('link', { name: common.notFound.home })
})

it('a refusal that another proof of who one is would lift can be asked for again', async () => {
  const failure = new RefusedError(403, { code: 'step_up_required', detail: 'Sign in again.' }, null)
  show(<FailureView page failure={failure} retry={() => undefined} leave={<HomeButton />} />)
  await screen.findByRole('button', { name: texts.retry })
})

it('a form that could not be sent while offline says that the connection is back, and is no failure any more', async () => {
  show(<FailureNote failure={new RefusedError(0, { detail: 'No connection.' }, null)} />)
  await screen.findByRole('alert')
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByText(texts.backOnline)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a failure that is not about the connection stays when it is back', async () => {
  show(<FailureNote failure={new RefusedError(500, {}, null)} />)
  await screen.findByRole('alert')
  act(() => void window.dispatchEvent(new Event('online')))
  screen.getByRole('alert')
})
