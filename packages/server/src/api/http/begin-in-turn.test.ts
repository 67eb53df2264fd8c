import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { atEnd } from '../../testing/run/at-end.ts'
import { beginInTurn } from './begin-in-turn.ts'

test('a request of one address does not wait for the many that another sent at once before', async () => {
  const app = Fastify()
  atEnd(() => app.close())
  beginInTurn(app, (error) => {
    throw error
  })
  const begun: string[] = []
  app.get('/', async ({ ip }) => {
    begun.push(ip)
    return {}
  })
  await app.ready()
  const ask = (remoteAddress: string) => app.inject({ url: '/', remoteAddress })
  const flood = Array.from({ length: 100 }, () => ask('203.0.113.66'))
  const other = ask('198.51.100.7')
  const answers = await Promise.all([...flood, other])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(101).fill(200))
  expect(begun).toHaveLength(101)
  expect(begun.indexOf('198.51.100.7')).toBeLessThan(10)
})
