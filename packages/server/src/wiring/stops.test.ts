import { expect, it } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { createStops } from './stops.ts'

it('stops parts the other way round, once, and goes on past one that fails', async () => {
  const seen: string[] = []
  const stops = createStops(silentLog)
  const first = stops.keep({ name: 'first', stop: async () => void seen.push('first') })
  stops.add(() => {
    seen.push('second')
    throw new Error('does not stop')
  })
  stops.add(async () => {
    seen.push('third')
    throw new Error('does not stop either')
  })
  expect(first.name).toBe('first')
  await stops.all()
  await stops.all()
  expect(seen).toEqual(['third', 'second', 'first'])
})
