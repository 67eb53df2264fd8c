import { Failure } from '@mkt/contract/errors'
import { normalOrigin } from '../../domain/platform/home.ts'
import { forgetBlobFolder } from '../../store/platform/blob-folder.ts'
import { forgetEngineHome } from '../../store/platform/engine-homes.ts'
import { databaseIdentity, recordedHome, replaceHome } from '../../store/platform/homes.ts'
import { type Changing, change } from './change.ts'
import type { Origin } from './origin.ts'
import type { Platform } from './platform.ts'
import { readHealth } from './read-health.ts'

/**
 * Makes the current database and a gateway address the home of the platform, which ends the quarantine of every process that fits. Says
 * which address the home has now; without one in the input the recorded one stays.
 */
export async function recordTakeover(
  platform: Changing,
  gatewayUrl: string | undefined,
  origin: Origin,
): Promise<{ gatewayUrl: string | null }> {
  // Outside the transaction: a server that refuses to identify itself would end it.
  const database = await databaseIdentity(platform.db)
  return change(platform, origin, async (unit) => {
    const former = await recordedHome(unit.trx)
    const home = {
      database,
      gatewayUrl: gatewayUrl === undefined ? (former?.gatewayUrl ?? null) : normalOrigin(gatewayUrl),
    }
    await replaceHome(unit.trx, home)
    // The copy has a folder of images and an engine of its own, which its processes record.
    await forgetBlobFolder(unit.trx)
    await forgetEngineHome(unit.trx)
    const details = { gatewayUrl: home.gatewayUrl, formerGatewayUrl: former?.gatewayUrl ?? null }
    return unit
      .record('platform.confirm-takeover', { organizationId: null, id: 'platform', details })
      .with({ gatewayUrl: home.gatewayUrl })
  })
}

/** The operator names the address that policy systems will be told, so that nobody confirms for the wrong copy. */
export async function confirmTakeover(
  platform: Changing & Pick<Platform, 'quarantine'>,
  gatewayUrl: string,
  origin: Origin,
) {
  const { processes } = await readHealth(platform)
  const held = processes.flatMap(({ state, quarantine }) => (state === 'up' && quarantine !== null ? [quarantine] : []))
  const reports = platform.quarantine.report === null ? held : [platform.quarantine.report, ...held]
  if (reports.length === 0)
    throw new Failure('takeover_refused', 'No process of this platform is in quarantine: there is nothing to confirm.')
  const urls = reports.map((report) => report.gatewayUrl ?? report.recordedGatewayUrl).filter((url) => url !== null)
  const addresses = new Set(urls.map(normalOrigin))
  if (!addresses.has(normalOrigin(gatewayUrl)))
    throw new Failure(
      'takeover_refused',
      `No process in quarantine has the gateway address ${gatewayUrl}. Confirm one of ${[...addresses].join(', ')}, or set MKT_GATEWAY_URL and start again.`,
    )
  const home = await recordTakeover(platform, gatewayUrl, origin)
  await platform.quarantine.look()
  return home
}
