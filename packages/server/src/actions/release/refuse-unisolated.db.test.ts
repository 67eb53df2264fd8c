import { expect, it } from 'vitest'
import { setEngineFact } from '../../store/deployment/engine-facts.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { refuseUnisolated } from './refuse-unisolated.ts'

const { platform } = await testPlatform()
const { db } = platform
const fact = { engine: 'sandbox', missing: [], outside: true, notes: [], problems: [], refusal: null }

it('refuses a release only where a part of the isolation is missing and nobody trusts it', async () => {
  await expect(refuseUnisolated(db)).resolves.toBeUndefined()
  await setEngineFact(db, { ...fact, refusal: 'The memory limit cannot be set.' }, platform.clock.now())
  await expect(refuseUnisolated(db)).rejects.toMatchObject({ code: 'engine_not_isolated', status: 409 })
  await setEngineFact(db, fact, platform.clock.now())
  await expect(refuseUnisolated(db)).resolves.toBeUndefined()
})
