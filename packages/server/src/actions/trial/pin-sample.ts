import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { mostSampleCalls } from '../../domain/trial/trial.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { lockInstallation, updateInstallation } from '../../store/installation/installations.ts'
import { countSample, deleteSample, endedSamples } from '../../store/trial/samples.ts'
import { refuseUninstalled } from '../installation/refuse-uninstalled.ts'
import { type Changing, change, changeByPlatform } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

const MAX_DAYS = limits.sampleDays.value / 86_400_000

/** Keeps the next calls of an installation for trials, until a date. What the sample holds already stays in it. */
export async function pinSample(platform: Changing, id: string, until: Date, origin: Origin): Promise<void> {
  const now = platform.clock.now().getTime()
  if (until.getTime() <= now || until.getTime() > now + MAX_DAYS * 86_400_000)
    throw new Failure('request_invalid', `A sample ends in the future, at most ${MAX_DAYS} days from now.`, {
      problems: [{ pointer: '/until', rule: 'sample.until', message: `Give a date within ${MAX_DAYS} days.` }],
    })
  await change(platform, origin, async (unit) => {
    const installation = await lockInstallation(unit.trx, id)
    if (!installation) throw new Error(`installation ${id} is gone`)
    refuseUninstalled(installation, 'it is not called any more.')
    const { calls } = await countSample(unit.trx, id)
    await updateInstallation(unit.trx, id, { sampleUntil: until, sampleFull: calls >= mostSampleCalls }, unit.now)
    const details = { until: until.toISOString() }
    return unit.record('installation.sample', { organizationId: installation.organizationId, id, details })
  })
}

/** Removes the sample of an installation, and keeps no further calls. */
export async function dropSample(platform: Changing, id: string, origin: Origin): Promise<void> {
  await change(platform, origin, async (unit) => {
    const installation = await lockInstallation(unit.trx, id)
    if (!installation) throw new Error(`installation ${id} is gone`)
    const calls = await deleteSample(unit.trx, id)
    if (installation.sampleUntil === null && calls === 0) return unit.unchanged()
    await updateInstallation(unit.trx, id, { sampleUntil: null, sampleFull: false }, unit.now)
    const { organizationId } = installation
    return unit.record('installation.sample-drop', { organizationId, id, details: { calls } })
  })
}

/** Lets the gateway know that a sample takes no more. */
export async function closeSample(platform: Changing, id: string): Promise<void> {
  await changeByPlatform(platform, async (unit) => {
    const installation = await lockInstallation(unit.trx, id)
    if (!installation || installation.sampleFull) return unit.unchanged()
    await updateInstallation(unit.trx, id, { sampleFull: true }, unit.now)
    return unit.changed('installation', id)
  })
}

/** Removes samples whose date has come. Returns how many. */
export async function removeEndedSamples(platform: Changing): Promise<number> {
  const ended = await endedSamples(platform.db, platform.clock.now())
  for (const id of ended) {
    await changeByPlatform(platform, async (unit) => {
      const installation = await lockInstallation(unit.trx, id)
      if (!isOver(installation, unit.now)) return unit.unchanged()
      await deleteSample(unit.trx, id)
      await updateInstallation(unit.trx, id, { sampleUntil: null, sampleFull: false }, unit.now)
      return unit.changed('installation', id)
    })
  }
  return ended.length
}

function isOver(installation: Installation | undefined, now: Date): boolean {
  return installation?.sampleUntil != null && installation.sampleUntil <= now
}
