import { expect, test } from 'vitest'
import { answerLines } from './answer-lines.ts'

test('what belongs to the connection stays there, also what its header names', () => {
  const headers = ['connection', 'close, x-hop', 'x-hop', '1', 'te', 'x', 'keep-alive', 'timeout=5', 'x-own', '1']
  expect(answerLines(headers, false)).toEqual({ lines: 'x-own: 1\r\n', length: -1, dated: false })
})

test('the length is told apart from the lines, and only the platform names the request', () => {
  const headers = ['content-length', '12', 'x-request-id', 'forged', 'date', 'today']
  expect(answerLines(headers, false)).toEqual({ lines: 'date: today\r\n', length: 12, dated: true })
})

test('an answer below the shared address is a page of no origin', () => {
  const headers = ['content-security-policy', 'default-src *', 'set-cookie', 'a=b', 'x-own', '1']
  const sandbox = 'content-security-policy: sandbox\r\nx-content-type-options: nosniff\r\n'
  expect(answerLines(headers, true).lines).toBe(`x-own: 1\r\n${sandbox}`)
  expect(answerLines(headers, false).lines).toContain('set-cookie: a=b\r\n')
})

test('a value of any length and any byte of latin1 passes as it is', () => {
  const value = `\xe9${'x'.repeat(5_000)}`
  expect(answerLines(['x-long', value], false).lines).toBe(`x-long: ${value}\r\n`)
})
