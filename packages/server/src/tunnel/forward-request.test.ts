import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientHttp2Session } from 'node:http2'
import { expect, it, vi } from 'vitest'
import { forwardRequest } from './forward-request.ts'

it('a request that a connection does not take is over at once, so that it keeps no place', () => {
  const gone = () => {
    throw new Error('the session is gone')
  }
  const done = vi.fn<(status: number | 'no_answer') => void>()
  const session = { request: gone } as unknown as ClientHttp2Session
  const request = { method: 'GET', url: '/', headers: {} } as IncomingMessage
  expect(() => forwardRequest(session, request, {} as ServerResponse, done, gone)).toThrow('the session is gone')
  expect(done.mock.calls).toEqual([['no_answer']])
})
