import { expect, test } from 'vitest'
import { planBody } from './body-plan.ts'

const EMPTY = Buffer.alloc(0)
const body = Buffer.from('hi')

test.each([
  ['a request without a body', { body: EMPTY, length: -1, chunked: false }, { kind: 'whole', body: null }],
  ['an empty body', { body: EMPTY, length: 0, chunked: false }, { kind: 'whole', body: EMPTY }],
  ['a body that came with the head', { body, length: 2, chunked: false }, { kind: 'whole', body }],
  ['a small body', { body: undefined, length: 65_536, chunked: false }, { kind: 'gather', length: 65_536 }],
  ['a large body', { body: undefined, length: 65_537, chunked: false }, { kind: 'stream', length: 65_537 }],
  ['a body in chunks', { body: undefined, length: -1, chunked: true }, { kind: 'stream', length: undefined }],
] as const)('%s', (_name, request, plan) => {
  expect(planBody(request)).toEqual(plan)
})
