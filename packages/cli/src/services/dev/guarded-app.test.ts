import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { launchGuarded } from './guarded-app.ts'

const options = { command: 'true', dir: '.', env: {}, stateApi: 'http://127.0.0.1:1', output: () => {} }
const rules = () => ({ mode: 'enforce' as const, hosts: [], endpoints: [] })

async function takenPort(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

it('starts nothing where its port is taken: nobody would end it', async () => {
  const { port, close } = await takenPort()
  let starts = 0
  const start = async () => {
    starts += 1
    throw new Error('started')
  }
  const guard = { start, close: async () => {} }
  await expect(launchGuarded({ ...options, port }, { guard, rules })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(starts).toBe(0)
  await close()
})

it('lets go of the port when the program cannot be started', async () => {
  const { port, close } = await takenPort()
  await close()
  const start = () => Promise.reject(new Error('no network of its own'))
  const guard = { start, close: async () => {} }
  for (const _ of ['first', 'second'])
    await expect(launchGuarded({ ...options, port }, { guard, rules })).rejects.toThrow('no network of its own')
})
