import { expect, it } from 'vitest'
import { readQuestion, TYPE_A, writeAnswer } from './dns-message.ts'

function query(labels: readonly (string | Buffer)[], type = TYPE_A, flags = 0x0100): Buffer {
  const head = Buffer.from([0xab, 0xcd, flags >> 8, flags & 255, 0, 1, 0, 0, 0, 0, 0, 0])
  const parts = labels.map((label) =>
    Buffer.concat([Buffer.from([label.length]), Buffer.from(label as string, 'latin1')]),
  )
  return Buffer.concat([head, ...parts, Buffer.from([0, 0, type, 0, 1])])
}

it('a question is read in lower case with its type', () => {
  expect(readQuestion(query(['Api', 'VIN', 'example']))).toMatchObject({
    kind: 'question',
    name: 'api.vin.example',
    type: 1,
  })
})

it('an answer repeats the question and carries one address', () => {
  const asked = query(['vin', 'example'])
  const answer = writeAnswer(asked, asked.length, { address: '198.18.1.7' })
  expect(answer.subarray(0, 2)).toEqual(asked.subarray(0, 2))
  expect(answer.readUInt16BE(2)).toBe(0x8180)
  expect(answer.subarray(12, asked.length)).toEqual(asked.subarray(12))
  expect([...answer.subarray(-4)]).toEqual([198, 18, 1, 7])
  expect(writeAnswer(asked, asked.length, 'no such name').readUInt16BE(2) & 15).toBe(3)
})

it('answers, cut, compressed and overlong names are no questions, and no bytes lead to an error', () => {
  expect(readQuestion(query(['a'], TYPE_A, 0x8100)).kind).toBe('ignored')
  expect(readQuestion(Buffer.alloc(11)).kind).toBe('ignored')
  expect(readQuestion(query(['a']).subarray(0, 14)).kind).toBe('malformed')
  expect(readQuestion(query(Array.from({ length: 5 }, () => 'a'.repeat(60)))).kind).toBe('malformed')
  expect(readQuestion(query(['a b'])).kind).toBe('malformed')
  const pointer = query(['a'])
  pointer[12] = 0xc0
  expect(readQuestion(pointer).kind).toBe('malformed')
  const asked = query(['vin', 'example'])
  for (let at = 0; at < asked.length; at++) {
    const copy = Buffer.from(asked)
    copy[at] = 255
    expect(() => readQuestion(copy)).not.toThrow()
  }
})
