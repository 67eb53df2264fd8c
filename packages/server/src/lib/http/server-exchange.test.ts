import { expect, test, vi } from 'vitest'
import { fakeExchange } from '../../testing/http/fake-exchange.ts'
import { finishAnswer } from './finished-answer.ts'

const EMPTY = Buffer.alloc(0)
const get = (...headers: string[]) => fakeExchange(['GET / HTTP/1.1', 'host: x', ...headers], EMPTY)
/** What was written, without the date. */
const written = ({ text }: { text: string }) => text.replace(/date: [^\r]*\r\n/, '')

test('a caller that waits to be told is told once, and only where its body is not here yet', () => {
  const lines = ['POST / HTTP/1.1', 'host: x', 'content-length: 4', 'expect: 100-continue']
  const waiting = fakeExchange(lines)
  waiting.http.sendContinue()
  waiting.http.sendContinue()
  expect(waiting.connection.text).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  const here = fakeExchange(lines, Buffer.from('body'))
  here.http.sendContinue()
  expect(here.connection.text).toBe('')
})

test('a refusal before the caller was told to send its body ends the connection', () => {
  const { http, connection } = fakeExchange(['POST / HTTP/1.1', 'host: x', 'content-length: 4', 'expect: 100-continue'])
  http.reply(401, '', 'no')
  expect(written(connection)).toBe('HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno')
  expect(connection.answers).toEqual([{ reusable: false }])
})

test('a caller with HTTP/1.0 gets an answer of unknown length until the connection ends', () => {
  const { http, connection } = fakeExchange(['GET / HTTP/1.0'], EMPTY)
  http.begin(200, '', -1)
  http.write(Buffer.from('ab'))
  http.end()
  expect(written(connection)).toBe('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nab')
  expect(connection.answers).toEqual([{ reusable: false }])
})

test('an answer of unknown length is sent in chunks', () => {
  const { http, connection } = get()
  http.begin(200, 'x-a: b\r\n', -1)
  for (const part of ['first', '', 'last']) http.write(Buffer.from(part))
  http.end()
  expect(written(connection)).toBe(
    'HTTP/1.1 200 OK\r\nx-a: b\r\ntransfer-encoding: chunked\r\n\r\n5\r\nfirst\r\n4\r\nlast\r\n0\r\n\r\n',
  )
  expect(connection.answers).toEqual([{ reusable: true }])
})

test.each([
  ['more', 'abc'],
  ['less', 'a'],
])('an answer that turns out to be %s than announced breaks the connection', (_name, body) => {
  const { http, connection } = get()
  http.begin(200, '', 2)
  http.write(Buffer.from(body))
  http.end()
  expect(connection.destroyed).toBe(true)
  expect(connection.text.endsWith('\r\n\r\nabc')).toBe(false)
})

test.each([
  [204, 5, ''],
  [304, 5, 'content-length: 5\r\n'],
])('an answer with status %i has no body', (status, length, told) => {
  const { http, connection } = get()
  http.begin(status, '', length)
  http.write(Buffer.from('12345'))
  http.end()
  expect(written(connection)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^\r]*\r\n${told}\r\n$`))
  expect(connection.answers).toEqual([{ reusable: true }])
})

test('lines with a date of their own get no second one', () => {
  const { http, connection } = get()
  http.dated = true
  http.reply(200, 'date: Thu, 01 Jan 1970 00:00:00 GMT\r\n', 'x')
  expect(connection.text.match(/^date:/gm)).toHaveLength(1)
})

test.each([
  ['GET', [], 'content-length: 2\r\nx-a: b\r\n\r\nok', true],
  ['HEAD', [], 'content-length: 2\r\nx-a: b\r\n\r\n', true],
  ['GET', ['connection: close'], 'content-length: 2\r\nx-a: b\r\nconnection: close\r\n\r\nok', false],
])('an answer that was made before is sent to %s %j like any other', (method, headers, text, reusable) => {
  const { http, connection } = fakeExchange([`${method} / HTTP/1.1`, 'host: x', ...headers], EMPTY)
  http.replyFinished(finishAnswer('x-a: b\r\n', 'ok'))
  http.replyFinished(finishAnswer('', 'twice'))
  expect(connection.text).toMatch(/^HTTP\/1.1 200 OK\r\ndate: /)
  expect(written(connection)).toBe(`HTTP/1.1 200 OK\r\n${text}`)
  expect(connection.answers).toEqual([{ reusable }])
  expect(http.status).toBe(200)
})

test('a header that may occur once is not believed where it occurs twice; a list is joined', () => {
  const { http } = get('x-one: a', 'x-two: a', 'x-two: b')
  expect([http.single('x-one'), http.single('x-two'), http.single('x-none')]).toEqual(['a', undefined, undefined])
  expect([http.joined('x-one'), http.joined('x-two'), http.joined('x-none')]).toEqual(['a', 'a, b', undefined])
  expect(http.header('x-two')).toBe('a')
})

test('who is gone is told of once, and hears nothing after its answer', () => {
  const leaving = get()
  leaving.http.onGone = vi.fn()
  const { onGone } = leaving.http
  leaving.http.gone()
  leaving.http.gone()
  expect(onGone).toHaveBeenCalledTimes(1)
  leaving.http.reply(200, '', 'late')
  expect(leaving.connection.text).toBe('')
  const answered = get()
  answered.http.onGone = vi.fn()
  answered.http.onHalfClosed = vi.fn()
  answered.http.reply(200, '', 'x')
  answered.http.halfClosed()
  answered.http.gone()
  expect(answered.http.onGone).not.toHaveBeenCalled()
  expect(answered.http.onHalfClosed).not.toHaveBeenCalled()
})
