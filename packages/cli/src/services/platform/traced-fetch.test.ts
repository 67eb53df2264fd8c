import { expect, it } from 'vitest'
import { tracedFetch } from './traced-fetch.ts'

it('tells of requests by method, path, status and request id, and never of secrets', async () => {
  const lines: string[] = []
  const answer = new Response('{}', { status: 201, headers: { 'x-request-id': 'req_1' } })
  const send = tracedFetch(
    async () => answer,
    (line) => lines.push(line),
  )
  const init = { method: 'POST', headers: { authorization: 'Basic secret' }, body: '{"password":"secret"}' }
  expect(await send('http://platform.test/api/v1/sessions?token=secret', init)).toBe(answer)
  expect(lines).toEqual([
    expect.stringMatching(/^debug: POST http:\/\/platform.test\/api\/v1\/sessions → 201 in \d+ ms \(req_1\)$/),
  ])
})

it('tells of a request that failed, and passes the failure on', async () => {
  const lines: string[] = []
  const send = tracedFetch(
    () => Promise.reject(new Error('fetch failed')),
    (line) => lines.push(line),
  )
  await expect(send('http://platform.test/api/v1/me')).rejects.toThrow('fetch failed')
  expect(lines[0]).toMatch(/^debug: GET http:\/\/platform.test\/api\/v1\/me failed after \d+ ms: fetch failed$/)
})
