import { fetchHandler } from '@mkt/sdk'
import { sampleEvent, startFakePlatform } from '@mkt/sdk/testing'
import { expect, it, vi } from 'vitest'
import { app } from './app.ts'

it('hears that a policy was issued', async () => {
  const platform = await startFakePlatform()
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    const answer = await platform.send(fetchHandler(app), platform.route(), '/events', sampleEvent())
    expect(answer.status).toBe(204)
    expect(print).toHaveBeenCalledWith('policy 100002122 was issued at northwind.policy.test')
  } finally {
    print.mockRestore()
    await platform.close()
  }
})
