import { expect, test } from 'vitest'
import { isRefusal, readAppMessage } from './app-message.ts'

const read = (body: unknown) => readAppMessage(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

test.each([
  ['the detail of a problem', { type: 'about:blank', title: 'Unprocessable', detail: 'The VIN is too short.' }],
  ['the title of a problem without a detail', { title: 'The VIN is too short.' }],
  ['an error', { error: 'The VIN is too short.' }],
  ['a message', { message: 'The VIN is too short.' }],
  ['the message beside the name of the status', { error: 'Bad Request', message: 'The VIN is too short.' }],
  ['the message of an error with a code', { error: { code: 'vin', message: 'The VIN is too short.' } }],
])('%s is the message', (_name, body) => {
  expect(read(body)).toEqual({ text: 'The VIN is too short.', stated: true })
})

test.each([
  ['an object without words', { code: 7 }],
  ['an error that is empty', { error: ' ' }],
  ['a list', ['no']],
  ['HTML', '<h1>Not found</h1>'],
  ['nothing', ''],
])('%s states nothing; its beginning is kept for those who look into the call', (_name, body) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  expect(read(body)).toEqual({ text, stated: false })
})

test('a body too long to be an explanation is not parsed, and cut', () => {
  const { text, stated } = read({ error: 'x'.repeat(100_000) })
  expect([stated, text.length]).toEqual([false, 1024 + 16 * 1024])
})

test('only a 4xx that states why is a refusal', () => {
  const said = read({ error: 'no' })
  expect([400, 404, 422, 499].map((status) => isRefusal(status, said))).toEqual([true, true, true, true])
  expect([200, 302, 500, 503].map((status) => isRefusal(status, said))).toEqual([false, false, false, false])
  expect(isRefusal(400, read('no'))).toBe(false)
})
