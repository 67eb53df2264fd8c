import { recordTakeover } from '../actions/platform/confirm-takeover.ts'
import { setLogLevel } from '../actions/platform/log-levels.ts'
import { byPlatform } from '../actions/platform/origin.ts'
import type { LevelOrder } from '../domain/platform/log-level.ts'
import type { Log } from '../lib/log.ts'
import { migrate } from '../store/database/migrate.ts'
import type { PoolAddress } from '../store/database/pool.ts'
import { say, withGround } from './admin-ground.ts'

/** `mkt-admin confirm-takeover`: ends the quarantine of a copy; processes that run notice within a second. */
export async function confirmTakeover(gatewayUrl: string | undefined, address: PoolAddress, log: Log): Promise<void> {
  await migrate(address, log)
  await withGround(address, log, async (ground) => {
    const home = await recordTakeover(ground, gatewayUrl, byPlatform)
    const where = home.gatewayUrl === null ? '' : ` with the gateway address ${home.gatewayUrl}`
    say(`The takeover is confirmed${where}.`)
  })
}

/** `mkt-admin log-level <part> <level>` */
export function runLogLevel(order: LevelOrder, address: PoolAddress, log: Log): Promise<void> {
  return withGround(address, log, async (ground) => {
    const set = Object.entries(await setLogLevel(ground, order, byPlatform)).map(
      ([part, { level, until }]) => `${part} logs from ${level} on${until === null ? '' : ` until ${until}`}.`,
    )
    say(...(set.length === 0 ? ['Every part has the level of MKT_LOG_LEVEL.'] : set))
  })
}
