import { limits } from '@mkt/contract/limits'
import type { Bootstrap } from '../../../packages/server/src/laptop/bootstrap.ts'
import type { Attack } from './attack.ts'
import { flood } from './flood.ts'
import { hoard } from './hoard.ts'

const post = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

/** What anybody can do who has no account. */
export function attacksOfStrangers({ apiUrl, gatewayUrl, stateUrl }: Bootstrap): Attack[] {
  const api = `${apiUrl}/api/v1`
  const sent = (path: string, body: object) => ({ method: 'POST', url: `${api}${path}`, body: JSON.stringify(body) })
  return [
    flood('sign-in storm', {
      from: '127.0.0.66',
      width: 100,
      perSecond: 5,
      asked: (at) => sent('/session', { email: `nobody${at}@evil.test`, password: 'a guess at a password' }),
    }),
    flood('invented credentials', {
      from: '127.0.0.67',
      width: 40,
      perSecond: 20,
      asked: (at) => ({ url: `${api}/me`, headers: { authorization: `Bearer mse_invented${at}` } }),
    }),
    // As large as it is read.
    flood('deep documents', {
      from: '127.0.0.68',
      width: 2,
      perSecond: 1,
      asked: () => ({ method: 'POST', url: `${api}/session`, body: '['.repeat(limits.openBody.value) }),
    }),
    flood('password resets', {
      from: '127.0.0.76',
      width: 20,
      perSecond: 5,
      asked: (at) =>
        at % 2 === 0
          ? sent('/password-resets', { email: 'customer@mkt.test' })
          : sent('/password-resets/complete', { token: `invented${at}`, password: 'another guess of mine' }),
    }),
    flood('documentation', {
      from: '127.0.0.77',
      width: 20,
      perSecond: 20,
      asked: (at) => ({ url: `${apiUrl}${['/docs/api', '/docs/reference/tables'][at % 2]}` }),
    }),
    // Its searches take turns and rest in between, which is the point; an attack of its own, so that it does not slow the other down.
    flood('documentation search', {
      from: '127.0.0.81',
      width: 20,
      perSecond: 3,
      asked: (at) => ({ url: `${apiUrl}/docs/search?q=${encodeURIComponent(`event ${at}`)}` }),
    }),
    flood('unknown keys', {
      from: '127.0.0.70',
      width: 40,
      perSecond: 20,
      asked: (at) => ({ url: `${stateUrl}/state/invented${at}` }),
    }),
    hoard('idle API bodies', '127.0.0.71', apiUrl, 300, post('/api/v1/session')),
    hoard('idle gateway bodies', '127.0.0.72', gatewayUrl, 300, post('/rnobody/open')),
    hoard('half requests', '127.0.0.73', stateUrl, 200, 'GET /state/x HTTP/1.1\r\nhost: '),
    hoard('unread answers', '127.0.0.78', apiUrl, 200, get('/api/v1/openapi.json')),
  ]
}
