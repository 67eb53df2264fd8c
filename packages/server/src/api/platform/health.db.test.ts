import fastify from 'fastify'
import { expect, it } from 'vitest'
import { createReadiness } from '../../actions/platform/readiness.ts'
import { setEngineFact } from '../../store/deployment/engine-facts.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { registerHealth } from './health.ts'

it('names the engine, what it lacks and how applications reach the outside, in processes that run none too', async () => {
  const { platform } = await testPlatform()
  const missing = [{ part: 'memory', reason: 'the memory limit cannot be set' }]
  const notes = ['applications reach the outside by pasta']
  const problems = ['applications cannot read their state']
  const fact = { engine: 'docker', missing, outside: true, notes, problems }
  await setEngineFact(platform.db, { ...fact, refusal: null }, platform.clock.now())
  const app = fastify()
  registerHealth(app, platform, () => ({ demo: 'done' }))
  const { statusCode, body } = await app.inject('/readyz')
  expect(statusCode).toBe(200)
  expect(JSON.parse(body)).toMatchObject({ status: 'ready', database: 'up', demo: 'done', engine: fact })
  await app.close()
})

it('is not ready any more once the process goes out of service, and says so, while it lives', async () => {
  const { platform } = await testPlatform()
  const app = fastify()
  registerHealth(
    app,
    platform,
    () => ({}),
    createReadiness(platform, () => true),
  )
  const { statusCode, body } = await app.inject('/readyz')
  expect(statusCode).toBe(503)
  expect(JSON.parse(body)).toMatchObject({ status: 'not ready', database: 'up', ending: true })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
})
