import { Failure } from '@mkt/contract/errors'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { notFoundHandler } from '../http/not-found.ts'
import { problemHandler } from '../http/problems.ts'
import { registerDocs } from './docs.ts'
import { registerDownloads } from './downloads.ts'
import { sendProblemPage } from './problem-page.ts'

function served() {
  const onError = problemHandler(silentLog, sendProblemPage)
  const app = Fastify({
    frameworkErrors: (error, request, reply) => {
      onError(error, request, reply)
    },
  })
  app.setErrorHandler(onError)
  app.setNotFoundHandler(notFoundHandler([{ method: 'GET', path: '/things' }], '/api/v1', sendProblemPage))
  registerDocs(app)
  registerDownloads(app, () => 'https://market.example', '/nowhere')
  app.get('/docs/broken', () => {
    throw new Error('a secret of the inside')
  })
  app.get('/docs/busy', () => {
    throw new Failure('database_unavailable', 'The database does not answer.', { headers: { 'retry-after': '5' } })
  })
  return app
}
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('a browser is shown a page, and a program the problem, where', () => {
  it.each([
    ['an old file is asked for', '/downloads/mkt-0.1.tgz', 404, 'There is nothing here'],
    ['a picture is not there', '/docs/images/none.png', 404, 'There is nothing here'],
    ['a schema is not there', '/schemas/none.json', 404, 'There is nothing here'],
    ['an address means nothing', '/nothing', 404, 'There is nothing here'],
    ['the platform has a fault', '/docs/broken', 500, 'This is our fault'],
    ['the database is away', '/docs/busy', 503, 'The database does not answer'],
    ['an address cannot be read', '/docs/%zz', 400, 'The URL cannot be decoded'],
  ])('%s', async (_case, url, status, words) => {
    const page = await served().inject({ url, headers: browser })
    expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(page.body).toContain(words)
    expect(page.body).toContain('<nav aria-label="Documentation">')
    expect(page.body).not.toContain('a secret of the inside')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers.vary).toBe('accept')
    const problem = await served().inject({ url, headers: { accept: '*/*' } })
    expect(problem.statusCode).toBe(status)
    expect(problem.headers['content-type']).toContain('application/problem+json')
  })
})

it('the interface answers browsers like programs: what it refuses is a problem', async () => {
  for (const url of ['/api/v1/nothing', '/v2/nothing', '/scim/v2/acme/Users']) {
    const answer = await served().inject({ url, headers: browser })
    expect(answer.headers['content-type'], url).toContain('application/problem+json')
  }
  const posted = await served().inject({ method: 'POST', url: '/docs/nothing', headers: browser })
  expect(posted.headers['content-type']).toContain('application/problem+json')
})

it('what an address holds is shown as it is, not run', async () => {
  const { body } = await served().inject({ url: '/downloads/<script>alert(1)<', headers: browser })
  expect(body).not.toContain('<script>')
})

it('a page of a failure says the code, where it is explained, and the request', async () => {
  const { body, headers } = await served().inject({ url: '/docs/busy', headers: browser })
  expect(body).toContain('<a href="/docs/errors#database_unavailable">')
  expect(body).toMatch(/request <code>req-\w+<\/code>/)
  expect(headers['retry-after']).toBe('5')
})
