import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callerBytes, cutAt, cuts } from '../../testing/http/http-corpus.ts'
import { readByNode, readByOurs } from '../../testing/http/http-readers.ts'

describe('the reader of requests', () => {
  test('every request that is accepted is understood by Node in the same way', async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(callerBytes, async (bytes) => {
        const ours = await readByOurs([bytes])
        if (ours.requests.length === 0) return
        // `upgrade` leaves HTTP in Node and is ignored here; the gateway refuses it by itself.
        if (/upgrade/i.test(bytes.toString('latin1'))) return
        const node = await readByNode([bytes])
        accepted += ours.requests.length
        expect(node.requests.slice(0, ours.requests.length)).toEqual(ours.requests)
      }),
    )
    expect(accepted).toBeGreaterThan(5)
  })

  test('any split of the bytes into reads gives the same requests', async () => {
    await fc.assert(
      fc.asyncProperty(callerBytes, cuts, async (bytes, places) => {
        const whole = await readByOurs([bytes])
        const cut = await readByOurs(cutAt(bytes, places))
        if (!/expect/i.test(bytes.toString('latin1'))) expect(cut).toEqual(whole)
        // A caller that was not told to go on is answered with `connection: close`, unless its body is here already.
        const least = Math.min(cut.requests.length, whole.requests.length)
        expect(cut.requests.slice(0, least)).toEqual(whole.requests.slice(0, least))
      }),
    )
  })

  test('bytes that come one by one are read as a whole', async () => {
    const bytes = Buffer.from('POST /a HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n')
    const reading = await readByOurs([...bytes].map((byte) => Buffer.from([byte])))
    expect(reading.requests.map(({ body }) => body)).toEqual(['abc'])
  })

  test.each([
    ['an empty line before the request', '\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a line that ends with a bare LF', 'GET / HTTP/1.1\nhost: x\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b\r\n c\r\n\r\n'],
    ['a length beside chunks', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n'],
    ['chunks in HTTP/1.0', 'POST / HTTP/1.0\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['an absolute address', 'GET http://x/ HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['no host in HTTP/1.1', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n'],
    ['a header over the limit', `GET / HTTP/1.1\r\nhost: x\r\nx-a: ${'b'.repeat(17_000)}\r\n\r\n`],
  ])('%s is refused', async (_name, text) => {
    expect(await readByOurs([Buffer.from(text, 'latin1')])).toEqual({ requests: [], refused: true })
  })
})
