import { RefusedError } from '@mkt/contract/client'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { common } from '../../texts/common.ts'
import { FailureView } from './failure.tsx'

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
