import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { compressKept } from './compress-kept.ts'

const page = Buffer.from(`<p>${'storm and hail '.repeat(400)}</p>`)
const small = Buffer.from('<p>storm</p>')

function served() {
  const app = Fastify()
  app.addHook('onSend', compressKept())
  app.get('/page', (_request, reply) => reply.type('text/html').send(page))
  app.get('/small', (_request, reply) => reply.type('text/html').send(small))
  app.get('/picture', (_request, reply) => reply.type('image/png').send(page))
  app.get('/once', (_request, reply) => reply.type('text/html').send(`${page}`))
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

describe('what is held as bytes', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('goes out compressed to a browser that takes %s', async (accepted, encoding, unpack) => {
    const answer = await served()('/page', { 'accept-encoding': accepted })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    expect(answer.rawPayload.length).toBeLessThan(page.length / 10)
    expect(unpack(answer.rawPayload)).toEqual(page)
  })

  it('goes out uncompressed to a client that accepts no encoding, and where compressing saves nothing', async () => {
    const ask = served()
    expect((await ask('/page')).rawPayload).toEqual(page)
    for (const url of ['/small', '/picture', '/once'])
      expect((await ask(url, { 'accept-encoding': 'br' })).headers, url).not.toHaveProperty('content-encoding')
  })

  it('is not sent again to a browser that has it, each encoding for itself', async () => {
    const ask = served()
    for (const encoding of ['br', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const { etag = '' } = (await ask('/page', headers)).headers
      const again = await ask('/page', { ...headers, 'if-none-match': String(etag) })
      expect(again.statusCode).toBe(304)
      expect(again.rawPayload).toHaveLength(0)
      expect((await ask('/page', { 'accept-encoding': 'gzip', 'if-none-match': String(etag) })).statusCode).toBe(200)
    }
  })
})
