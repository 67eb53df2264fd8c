import { expect, it } from 'vitest'
import { keepApp } from './keep-app.ts'

const running = () => ({
  url: 'http://127.0.0.1:1',
  healthy: Promise.resolve(true),
  crashed: new Promise<string>(() => {}),
  stop: async () => {},
})

it('an application that could not be started is tried again at the next change, and stopping it is no failure', async () => {
  let starts = 0
  const said: string[] = []
  const app = keepApp(
    async () => {
      starts += 1
      if (starts === 1) throw new Error('its network has no guard')
      return running()
    },
    (line) => said.push(line),
  )
  await expect(app.healthy()).rejects.toThrow('its network has no guard')
  expect(await app.restart(async () => {})).toBe(true)
  expect(starts).toBe(2)
  await app.stop()
  const never = keepApp(
    () => Promise.reject(new Error('its network has no guard')),
    () => {},
  )
  await never.stop()
  expect(said).toContain('mkt dev: its network has no guard')
})
