import { Failure } from '@mkt/contract/errors'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { problemHandler } from './problems.ts'

it.each([
  ['a tool', { 'user-agent': 'Wget/1.21' }, 'Bearer realm="mkt", Basic realm="mkt"'],
  ['a page', { 'sec-fetch-site': 'same-origin' }, 'Bearer realm="mkt"'],
  ['a page that was not loaded by TLS', { 'user-agent': 'Mozilla/5.0 (X11)' }, 'Bearer realm="mkt"'],
])(
  '%s without credentials is told what to send, and no browser asks for a password by itself',
  async (_who, headers, told) => {
    const app = fastify()
    app.setErrorHandler(problemHandler(silentLog))
    app.get('/', () => {
      throw new Failure('credentials_missing', 'Sign in.', {
        headers: { 'www-authenticate': 'Bearer realm="mkt", Basic realm="mkt"' },
      })
    })
    const answer = await app.inject({ url: '/', headers })
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, told])
  },
)
