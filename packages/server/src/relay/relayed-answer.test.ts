import { expect, it } from 'vitest'
import { RelayedAnswer } from './relayed-answer.ts'

const links = [['https://policy.test/api', 'http://relay.test/ins_1']] as const

function scene(method = 'GET') {
  const seen = { begun: [] as [number, string, number][], text: '', isEnded: false }
  const answer = new RelayedAnswer(
    {
      method,
      begin: (status: number, lines: string, length: number) => void seen.begun.push([status, lines, length]),
      write: (part: Buffer) => {
        seen.text += part.toString('latin1')
        return true
      },
      end: () => {
        seen.isEnded = true
      },
    } as ConstructorParameters<typeof RelayedAnswer>[0],
    () => links,
  )
  return { answer, seen }
}

it('rewrites the links of a text, also where they are cut, and announces no length', () => {
  const { answer, seen } = scene()
  answer.begin(200, { 'content-type': 'application/json', 'content-length': '40' })
  answer.write(Buffer.from('{"next":"https://pol'))
  answer.write(Buffer.from('icy.test/api/x"}'))
  answer.end()
  expect(seen.begun.map(([status, , length]) => [status, length])).toEqual([[200, -1]])
  expect(seen.text).toBe('{"next":"http://relay.test/ins_1/x"}')
  expect([seen.isEnded, answer.status, answer.size]).toEqual([true, 200, 36])
})

it('passes other bytes on as they are, with their length', () => {
  const { answer, seen } = scene()
  answer.begin(200, { 'content-type': 'application/pdf', 'content-length': '23' })
  answer.write(Buffer.from('https://policy.test/api'))
  answer.end()
  expect(seen.begun.map(([, , length]) => length)).toEqual([23])
  expect(seen.text).toBe('https://policy.test/api')
})

it('keeps back the end of a text until it is certain, and gives it at the end', () => {
  const { answer, seen } = scene()
  answer.begin(404, { 'content-type': 'text/plain' })
  answer.write(Buffer.from('see https://policy.test/api'))
  expect(seen.text).toBe('see ')
  answer.end()
  expect(seen.text).toBe('see http://relay.test/ins_1')
  expect(answer.status).toBe(404)
})

it('takes a length that is no number for one that is not announced', () => {
  const { answer, seen } = scene()
  answer.begin(200, { 'content-type': 'application/pdf', 'content-length': '1e3' })
  expect(seen.begun.map(([, , length]) => length)).toEqual([-1])
})
