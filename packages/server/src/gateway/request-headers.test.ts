import { expect, test } from 'vitest'
import { readHeaders } from './request-headers.ts'

test('an answer that is looked into is asked for without an encoding; others are asked for as the caller wants them', () => {
  const headers = ['Accept-Encoding', 'gzip', 'x-a', '1', 'accept-encoding', 'br', 'connection', 'close']
  const { lines, plainLines } = readHeaders(headers, 'close', undefined)
  expect(lines).toBe('Accept-Encoding: gzip\r\nx-a: 1\r\naccept-encoding: br\r\n')
  expect(plainLines).toBe('x-a: 1\r\n')
})
