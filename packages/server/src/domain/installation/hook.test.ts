import { expect, it } from 'vitest'
import { hookRequest, judgeHookAnswer, judgePollAnswer } from './hook.ts'

const facts = {
  hook: 'upgrade',
  path: undefined,
  route: 'http://gateway/r 1',
  routeId: 'r1',
  installationId: 'ins_1',
  release: '1.1.0',
  previousRelease: '1.0.0',
} as const

it('a hook given by name is a GET with the public address of the route', () => {
  expect(hookRequest(facts)).toEqual({
    method: 'GET',
    path: '/_app/upgrade?route=http%3A%2F%2Fgateway%2Fr%201',
    body: null,
  })
})

it('a hook given with a path is a POST with its facts', () => {
  const { method, path, body } = hookRequest({ ...facts, path: '/hooks/upgrade' })
  expect({ method, path }).toEqual({ method: 'POST', path: '/hooks/upgrade' })
  expect(JSON.parse(body ?? '')).toEqual({
    hook: 'upgrade',
    route: 'http://gateway/r 1',
    routeId: 'r1',
    installationId: 'ins_1',
    release: '1.1.0',
    previousRelease: '1.0.0',
  })
})

it('202 with a path is polled; a location that leads elsewhere is not followed', () => {
  expect(judgeHookAnswer(202, '/busy/7')).toEqual({ poll: '/busy/7' })
  for (const location of ['//evil', 'http://evil', '/\\evil', undefined])
    expect(judgeHookAnswer(202, location)).toBe('done')
  expect([200, 201, 204, 302, 404, 500].map((status) => judgeHookAnswer(status, undefined))).toEqual([
    'done',
    'done',
    'done',
    'failed',
    'failed',
    'failed',
  ])
})

it('a poll that answers 202 is busy, another 2xx done, anything else failed', () => {
  expect([202, 200, 204, 404, 500].map(judgePollAnswer)).toEqual(['busy', 'done', 'done', 'failed', 'failed'])
})
