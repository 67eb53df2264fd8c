import { expect, it } from 'vitest'
import { parseReference } from './parse-reference.ts'

const digest = `sha256:${'a'.repeat(64)}`

it.each([
  ['acme/rater', { repository: 'acme/rater' }],
  ['acme/rater:1.2.0', { repository: 'acme/rater', tag: '1.2.0' }],
  ['localhost/acme/rater', { registry: 'localhost', repository: 'acme/rater' }],
  ['127.0.0.1:7070/acme/rater:1', { registry: '127.0.0.1:7070', repository: 'acme/rater', tag: '1' }],
  [`r.test/a/b:t@${digest}`, { registry: 'r.test', repository: 'a/b', tag: 't', digest }],
])('%s is split into its parts', (text, parts) => {
  expect(parseReference(text)).toEqual(parts)
})

it.each(['', 'UPPER/case', 'a b', 'a:b:c', 'a@sha256:short', '../x'])('%j is no reference', (text) => {
  expect(() => parseReference(text)).toThrow(/not an image reference/)
})
