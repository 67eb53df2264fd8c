import fastify from 'fastify'
import { expect, it } from 'vitest'
import { setEngineFact } from '../../store/deployment/engine-facts.ts'
import { testPlatform } from '../../testing/platform.ts'
import { registerHealth } from './health.ts'

it('names the engine, what it lacks and how applications reach the outside, in processes that run none too', async () => {
  const { platform } = await testPlatform()
  const missing = [{ part: 'memory', reason: 'the memory limit cannot be set' }]
  const fact = { engine: 'sandbox', missing, outside: true, notes: ['applications reach the outside by pasta'] }
  await setEngineFact(platform.db, { ...fact, refusal: null }, platform.clock.now())
  const app = fastify()
  registerHealth(app, platform, () => ({ demo: 'done' }))
  const { statusCode, body } = await app.inject('/readyz')
  expect(statusCode).toBe(200)
  expect(JSON.parse(body)).toMatchObject({ status: 'ready', database: 'up', demo: 'done', engine: fact })
  await app.close()
})
