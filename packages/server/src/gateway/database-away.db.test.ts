import { expect, test } from 'vitest'
import { createSigningSecrets } from '../actions/registration/signing-secrets.ts'
import { startTestGateway } from '../testing/gateway/gateway.ts'
import { gatewayScene, post } from '../testing/gateway/gateway-scene.ts'
import { testRoute } from '../testing/gateway/routes.ts'

const { database } = await gatewayScene()

test.each([
  ['refuses', () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED', syscall: 'connect' }))],
  ['does not answer', () => new Promise<never>(() => {})],
])('a webhook whose secret is not in memory while the database %s is 503 with the time to wait', async (_, secret) => {
  const gateway = await startTestGateway(database, {
    signingSecret: createSigningSecrets(secret, { onChange: () => () => {} }),
  })
  const route = gateway.routes.add(testRoute({}))
  const answer = await post(`${gateway.url}/${route.routeId}/hooks`)
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
    503,
    '5',
    { code: 'database_unavailable' },
  ])
  await gateway.stop()
})
