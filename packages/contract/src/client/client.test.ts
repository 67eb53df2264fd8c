import { expect, it } from 'vitest'
import { createClient } from './client.ts'

const clientFor = (type: string, body: string) =>
  createClient({
    baseUrl: 'http://platform.test',
    fetch: () => Promise.resolve(new Response(body, { headers: { 'content-type': type } })),
  })

it('JSON lines come as bytes, however many there are; JSON comes as a value', async () => {
  const lines = '{"a":1}\n{"a":2}\n'
  const params = { org: 'acme' }
  const answer: unknown = await clientFor('application/x-ndjson', lines).exportAudit({ params })
  expect(new TextDecoder().decode(answer as Uint8Array)).toBe(lines)
  expect(await clientFor('application/json; charset=utf-8', '{"a":1}').getMe()).toEqual({ a: 1 })
})
