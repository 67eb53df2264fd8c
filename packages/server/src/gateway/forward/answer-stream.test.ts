import { expect, test, vi } from 'vitest'
import { fakeExchange } from '../../testing/http/fake-exchange.ts'
import { AnswerStream } from './answer-stream.ts'

function scene(method = 'GET') {
  const { http, connection } = fakeExchange([`${method} / HTTP/1.1`, 'host: x'], Buffer.alloc(0))
  const parts: string[] = []
  const facts = { sharedOrigin: false, requestId: 'req_1' }
  const answer = new AnswerStream(http, facts, (chunk) => parts.push(chunk.toString()))
  return { answer, connection, http, parts }
}

const date = 'Thu, 01 Jan 1970 00:00:00 GMT'

test('a whole answer is sent with its length and the name of the request, and the date of the application', () => {
  const { answer, connection, parts } = scene()
  answer.begin(201, ['x-a', 'b', 'date', date, 'connection', 'close', 'transfer-encoding', 'chunked'], 'body')
  expect(connection.text).toBe(
    `HTTP/1.1 201 Created\r\nx-a: b\r\ndate: ${date}\r\nx-request-id: req_1\r\ncontent-length: 4\r\n\r\nbody`,
  )
  expect([answer.size, parts]).toEqual([4, ['body']])
})

test.each([
  ['HEAD', 200, 'content-length: 5\r\n'],
  ['GET', 304, 'content-length: 5\r\n'],
  ['GET', 204, ''],
])('%s with status %i tells the length that the application told, where it may', (method, status, told) => {
  const { answer, connection } = scene(method)
  answer.begin(status, ['date', date, 'content-length', '5'], '')
  answer.end()
  expect(connection.text.endsWith(`x-request-id: req_1\r\n${told}\r\n`)).toBe(true)
  expect(connection.answers).toEqual([{ reusable: true }])
})

test('a caller that takes no more makes the instance wait until it does', () => {
  const { answer, connection, http } = scene()
  const call = { pause: vi.fn(), resume: vi.fn() }
  answer.begin(200, ['content-length', '6'], undefined)
  connection.room = false
  answer.write(Buffer.from('ab'), call)
  answer.write(Buffer.from('cd'), call)
  expect([call.pause.mock.calls.length, call.resume.mock.calls.length]).toEqual([1, 0])
  connection.room = true
  http.onDrain?.()
  expect(call.resume).toHaveBeenCalledTimes(1)
  answer.write(Buffer.from('ef'), call)
  answer.end()
  expect(connection.text.endsWith('\r\n\r\nabcdef')).toBe(true)
  expect([call.pause.mock.calls.length, answer.size]).toEqual([1, 6])
})

test('the bytes that wait for the caller are a copy: the buffer of the instance is used again', () => {
  const { answer, connection } = scene()
  const kept: Buffer[] = []
  connection.write = (data) => {
    if (typeof data !== 'string') kept.push(data)
    return true
  }
  answer.begin(200, ['content-length', '2'], undefined)
  const shared = Buffer.from('ab')
  answer.write(shared, undefined)
  shared.fill('x')
  expect(kept.map(String)).toEqual(['ab'])
})
