import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnswerReader } from './answer-reader.ts'

const stream = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n',
].join('')

test('answers are counted however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
      const seen: number[] = []
      const read = createAnswerReader((status) => seen.push(status))
      const places = [0, ...cuts.sort((a, b) => a - b), stream.length]
      for (let i = 1; i < places.length; i += 1) read(Buffer.from(stream.slice(places[i - 1], places[i])))
      expect(seen).toEqual([200, 304, 200, 503])
    }),
  )
})
