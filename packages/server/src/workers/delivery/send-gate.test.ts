import { expect, test } from 'vitest'
import { SendGate } from './send-gate.ts'

const never = new AbortController().signal

/** Enters and notes the name once inside. */
function visitor(gate: SendGate, inside: string[], name: string, alone = false, signal = never) {
  const entered = gate.enter('dep_1', alone, signal).then((leave) => {
    if (leave) inside.push(name)
    return leave
  })
  return { leave: async () => (await entered)?.(), entered }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('no more than the limit are inside, and the next enters when one leaves', async () => {
  const inside: string[] = []
  const gate = new SendGate(2)
  const [a] = ['a', 'b', 'c'].map((name) => visitor(gate, inside, name))
  await turn()
  expect(inside).toEqual(['a', 'b'])
  await a?.leave()
  await turn()
  expect(inside).toEqual(['a', 'b', 'c'])
})

test('one that must go alone waits for everybody and keeps everybody out', async () => {
  const inside: string[] = []
  const gate = new SendGate(2)
  const first = visitor(gate, inside, 'first')
  const poison = visitor(gate, inside, 'poison', true)
  visitor(gate, inside, 'last')
  await turn()
  expect(inside).toEqual(['first'])
  await first.leave()
  await turn()
  expect(inside).toEqual(['first', 'poison'])
  await poison.leave()
  await turn()
  expect(inside).toEqual(['first', 'poison', 'last'])
})

test('deployments do not wait for each other, and one who gives up leaves the line', async () => {
  const inside: string[] = []
  const gate = new SendGate(1)
  visitor(gate, inside, 'a')
  const giveUp = new AbortController()
  const waiting = visitor(gate, inside, 'b', false, giveUp.signal)
  void gate.enter('dep_2', false, never).then(() => inside.push('other'))
  await turn()
  giveUp.abort()
  expect(await waiting.entered).toBeUndefined()
  expect(inside).toEqual(['a', 'other'])
})
