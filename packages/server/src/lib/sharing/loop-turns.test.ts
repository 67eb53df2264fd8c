import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoopTurns } from './loop-turns.ts'

const failed = (error: unknown) => {
  throw error
}

function waiting(turns: ReturnType<typeof createLoopTurns>) {
  const begun: string[] = []
  const ask = (name: string) => {
    const turn = turns.wait(name.charAt(0))
    if (turn === undefined) begun.push(name)
    else void turn.then(() => begun.push(name))
  }
  return { begun, ask }
}

test('few requests begin in one turn of the event loop, and those of another party do not wait for all that came before', async () => {
  const { begun, ask } = waiting(createLoopTurns(failed, 1))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) ask(name)
  expect(begun).toEqual(['a1'])
  for (const count of [2, 3, 4, 5]) {
    await nextTurn()
    expect(begun).toHaveLength(count)
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('a request that comes alone begins at once, also after many', async () => {
  const { begun, ask } = waiting(createLoopTurns(failed, 2))
  for (const name of ['a1', 'a2', 'a3']) ask(name)
  expect(begun).toEqual(['a1', 'a2'])
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3'])
  await nextTurn()
  await nextTurn()
  ask('b1')
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('who comes while others wait does not go before them', async () => {
  const { begun, ask } = waiting(createLoopTurns(failed, 1))
  for (const name of ['a1', 'a2', 'a3']) ask(name)
  await nextTurn()
  ask('a4')
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3', 'a4'])
})
