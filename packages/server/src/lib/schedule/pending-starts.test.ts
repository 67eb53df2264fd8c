import { expect, it } from 'vitest'
import { createPendingStarts } from './pending-starts.ts'

function scene() {
  const events: string[] = []
  const pending = createPendingStarts((error) => events.push(`failed: ${(error as Error).message}`))
  const part = (name: string) => ({
    stop: async () => {
      events.push(`stop ${name}`)
    },
  })
  const start = (name: string) => async () => {
    events.push(`start ${name}`)
    return part(name)
  }
  return { events, pending, part, start }
}

it('a start that fails holds up no other, is tried again, and what started is not started twice', async () => {
  const { events, pending, part, start } = scene()
  let broken = true
  pending.add(start('one'))
  pending.add(async () => {
    if (broken) throw new Error('two')
    events.push('start two')
    return part('two')
  })
  pending.add(start('three'))
  await pending.run()
  expect(events.splice(0)).toEqual(['start one', 'failed: two', 'start three'])
  broken = false
  await pending.run()
  await pending.run()
  expect(events).toEqual(['start two'])
})

it('what is stopped before its turn never starts, also while another one is starting', async () => {
  const { events, pending, part, start } = scene()
  pending.add(async () => {
    await Promise.all([before.stop(), behind.stop()])
    return part('one')
  })
  const behind = pending.add(start('behind'))
  const before = pending.add(start('before'))
  await pending.run()
  expect(events).toEqual([])
})

it('a stop while the part is starting waits for it and stops it', async () => {
  const { events, pending, part } = scene()
  const { promise, resolve } = Promise.withResolvers<void>()
  const one = pending.add(async () => {
    await promise
    events.push('start one')
    return part('one')
  })
  const running = pending.run()
  const stopping = one.stop()
  resolve()
  await Promise.all([running, stopping])
  await pending.run()
  expect(events).toEqual(['start one', 'stop one'])
})

it('a part whose start failed is not tried again once it is stopped', async () => {
  const { events, pending } = scene()
  const one = pending.add(async () => {
    throw new Error('one')
  })
  await pending.run()
  await one.stop()
  await pending.run()
  expect(events).toEqual(['failed: one'])
})
