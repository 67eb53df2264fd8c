import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeeperStarter, type KeeperStarter, type StartOrder } from './keeper-starter.ts'

let folder: string
let starter: KeeperStarter

const order = (instanceId: string) => ({ program: '', host: {}, order: { instanceId } }) as unknown as StartOrder

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-starter-'))
  const module = join(folder, 'thread.mjs')
  // Holds its thread up for a moment, as a start on a busy machine does.
  writeFileSync(
    module,
    `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, order: { instanceId } }) => {
      if (instanceId === 'ends') process.exit(3)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
      parentPort.postMessage({ id, failure: instanceId === 'fails' ? 'no place' : null })
    })`,
  )
  starter = createKeeperStarter(module)
})
afterAll(async () => {
  await starter.close()
  rmSync(folder, { recursive: true, force: true })
})

it('a slow start does not block the event loop', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all([starter.start(order('a')), starter.start(order('b'))])
  isOver = true
  expect(turns).toBeGreaterThan(10)
})

it('a start that fails says why, and others go on', async () => {
  const results = await Promise.allSettled(['c', 'fails', 'd'].map((id) => starter.start(order(id))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(starter.start(order('fails'))).rejects.toThrow('no place')
})

it('a thread that ends fails what it was starting, and the next start has another', async () => {
  await expect(starter.start(order('ends'))).rejects.toThrow('ended with 3')
  await starter.start(order('e'))
})

it('closing waits for what is being started', async () => {
  const started = starter.start(order('f'))
  await starter.close()
  await started
})
