import { expect, it } from 'vitest'
import { createLogLevels } from '../../lib/log-levels.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { followLogLevels, setLogLevel } from './log-levels.ts'
import { byPlatform } from './origin.ts'

const { platform } = await testPlatform()

it('a level that an operator sets reaches processes that run, is in the audit, and ends with a reset', async () => {
  const levels = createLogLevels('info')
  const following = await followLogLevels(platform, levels)
  expect(levels.allows('gateway', 'debug')).toBe(false)
  await setLogLevel(platform, { part: 'gateway', level: 'debug', minutes: 15 }, byPlatform)
  await eventually(() => expect(levels.allows('gateway', 'debug')).toBe(true))
  expect(levels.allows('worker', 'debug')).toBe(false)
  const audit = await platform.db.selectFrom('audit').select(['action', 'details']).execute()
  expect(audit).toEqual([{ action: 'platform.log-level', details: { part: 'gateway', level: 'debug', minutes: 15 } }])
  await setLogLevel(platform, { part: 'gateway', level: null, minutes: null }, byPlatform)
  await eventually(() => expect(levels.allows('gateway', 'debug')).toBe(false))
  await following.stop()
})
