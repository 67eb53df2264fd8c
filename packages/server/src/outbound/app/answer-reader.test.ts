import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnswerReader } from './answer-reader.ts'

interface Seen {
  status: number
  headers: readonly string[]
  body: string
  done: boolean
  reusable: boolean
}

/** Reads the bytes in the given pieces as one answer. */
function read(bytes: string, cuts: readonly number[] = [], toHead = false): Seen {
  const reader = new AnswerReader()
  const seen: Seen = { status: 0, headers: [], body: '', done: false, reusable: true }
  const sink = {
    onHead(status: number, headers: readonly string[], whole: string | undefined) {
      Object.assign(seen, { status, headers })
      if (whole !== undefined) seen.body += whole
    },
    onData(chunk: Buffer) {
      seen.body += chunk.toString('latin1')
    },
  }
  reader.begin(sink, toHead)
  const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
  for (let index = 1; index < places.length; index += 1) {
    const piece = Buffer.from(bytes.slice(places[index - 1], places[index]), 'latin1')
    if (piece.length > 0) seen.done = reader.feed(piece, piece.length)
    // The connection reads the next piece into the same memory.
    piece.fill(0)
  }
  seen.reusable = reader.reusable
  return seen
}

const understood: [string, string, string, boolean][] = [
  ['a length', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello', 'hello', true],
  ['no length but zero', 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', '', true],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n2;a=b\r\nde\r\n0\r\n\r\n',
    'abcde',
    true,
  ],
  [
    'chunks with trailers',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\nx-a: b\r\n\r\n',
    'a',
    true,
  ],
  ['204', 'HTTP/1.1 204 No Content\r\n\r\n', '', true],
  ['304 with the length it would have', 'HTTP/1.1 304 \r\ncontent-length: 5\r\n\r\n', '', true],
  [
    'a word before the answer',
    'HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi',
    'hi',
    true,
  ],
  ['a connection that ends', 'HTTP/1.1 200 OK\r\nconnection: x, close\r\ncontent-length: 2\r\n\r\nhi', 'hi', false],
  ['the older version', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nhi', 'hi', false],
  ['bytes nobody asked for', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi!', 'hi', false],
]

test.each(understood)('%s is understood however the bytes are cut', (_name, bytes, body, reusable) => {
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
      const seen = read(bytes, cuts)
      expect(seen).toMatchObject({ body, done: true, reusable })
      expect(seen.status).toBeGreaterThanOrEqual(200)
    }),
    { numRuns: 60 },
  )
})

test('an answer to HEAD has no body, whatever length it tells', () => {
  expect(read('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n', [], true)).toMatchObject({ body: '', done: true })
})

test('without a length the answer lasts until the connection ends', () => {
  expect(read('HTTP/1.1 200 OK\r\n\r\nsome')).toMatchObject({ body: 'some', done: false, reusable: false })
})

test('an answer that stops half way is not complete', () => {
  expect(read('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel').done).toBe(false)
  expect(read('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n').done).toBe(false)
})

test('names come in lower case, values without the spaces around them', () => {
  const { headers } = read(
    'HTTP/1.1 200 OK\r\nX-One:  a b \t\r\nSet-Cookie: a\r\nset-cookie:b\r\ncontent-length: 0\r\n\r\n',
  )
  expect(headers).toEqual(['x-one', 'a b', 'set-cookie', 'a', 'set-cookie', 'b', 'content-length', '0'])
})

const ok = 'HTTP/1.1 200 OK\r\n'
const refused: [string, string][] = [
  ['a length beside chunks', `${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${ok}content-length: 5\r\ncontent-length: 5\r\n\r\nhello`],
  ['a list of lengths', `${ok}content-length: 5, 5\r\n\r\nhello`],
  ['a signed length', `${ok}content-length: +5\r\n\r\nhello`],
  ['an empty length', `${ok}content-length:\r\n\r\n`],
  ['another coding', `${ok}transfer-encoding: gzip, chunked\r\n\r\n`],
  ['two codings', `${ok}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['chunks of the older version', 'HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a folded header', `${ok}x-a: b\r\n c\r\ncontent-length: 0\r\n\r\n`],
  ['a space before the colon', `${ok}content-length : 0\r\n\r\n`],
  ['a header without a name', `${ok}: a\r\n\r\n`],
  ['a header without a colon', `${ok}abc\r\n\r\n`],
  ['a bare LF', `${ok}x-a: b\ncontent-length: 0\r\n\r\n`],
  ['a bare CR', `${ok}x-a: b\rc\r\n\r\n`],
  ['a NUL', `${ok}x-a: b\0c\r\n\r\n`],
  ['another protocol', 'HTTP/2 200 OK\r\n\r\n'],
  ['no status', 'HTTP/1.1 OK\r\n\r\n'],
  ['a change of protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n'],
  ['a chunk size that is no number', `${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`],
  ['a chunk size beyond measure', `${ok}transfer-encoding: chunked\r\n\r\nfffffffff\r\n`],
  ['a chunk longer than its size', `${ok}transfer-encoding: chunked\r\n\r\n3\r\nhello\r\n`],
  ['a chunk line ended by a bare LF', `${ok}transfer-encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n`],
  ['headers without end', `${ok}x-a: ${'b'.repeat(40_000)}\r\n\r\n`],
]

test.each(refused)('%s is refused', (_name, bytes) => {
  expect(() => read(bytes)).toThrow()
  expect(() => read(bytes, [3, 20, 40])).toThrow()
})

test('no bytes whatever make anything but an answer or a refusal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), fc.boolean(), (text, begun) => {
      try {
        read(begun ? `HTTP/1.1 200 OK\r\n${text}` : text)
      } catch (error) {
        expect((error as Error).constructor.name).toBe('BadMessage')
      }
    }),
  )
})
