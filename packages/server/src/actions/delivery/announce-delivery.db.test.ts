import { expect, it } from 'vitest'
import { testPlatform } from '../../testing/platform/platform.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { announceCall } from './announce-delivery.ts'

const { platform } = await testPlatform()

it('tells of every installation that was called, however many are called at once', async () => {
  const ids = Array.from({ length: 450 }, (_, index) => `ins_${index}`)
  const told = new Set<string>()
  const end = platform.changes.subscribe('call', (id) => void told.add(id))
  for (const id of [...ids, ...ids]) announceCall(platform, id)
  await eventually(() => expect([...told].sort()).toEqual([...ids].sort()))
  end()
})
