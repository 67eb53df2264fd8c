import { expect, it } from 'vitest'
import { readCheckAnswer } from './check-answer.ts'

const read = (answer: unknown) =>
  readCheckAnswer(JSON.stringify(answer), (text) => text.replaceAll('hunter2', '[hidden]'))

it('problems are told at their setting, their mapping or the whole, and secrets in them are hidden', () => {
  const problems = [
    { setting: 'a/b', message: 'The password hunter2 is refused.' },
    { product: 'auto', mapping: 'vin', message: 'Not a VIN.' },
    { message: 'All of it.' },
  ]
  expect(read({ problems, blocking: true })).toEqual({
    checked: true,
    blocking: true,
    problems: [
      { pointer: '/settings/a~1b', rule: 'app.check', message: 'The password [hidden] is refused.' },
      { pointer: '/mappings/auto/vin', rule: 'app.check', message: 'Not a VIN.' },
      { pointer: '', rule: 'app.check', message: 'All of it.' },
    ],
  })
})

it('blocking without a problem blocks nothing, and what is no answer says nothing', () => {
  expect(read({ problems: [], blocking: true })).toEqual({ checked: true, problems: [], blocking: false })
  for (const answer of [null, [], 'x', { problems: 1 }, {}]) expect(read(answer)).toBeUndefined()
  expect(readCheckAnswer('<html>', String)).toBeUndefined()
  expect(read({ problems: [1, null, {}, { message: ' ' }] })?.problems).toEqual([])
})

it('a flood of problems is cut', () => {
  const check = read({ problems: Array.from({ length: 500 }, () => ({ message: 'x'.repeat(5_000) })) })
  expect(check?.problems).toHaveLength(50)
  expect(check?.problems[0]?.message).toHaveLength(1_000)
})
