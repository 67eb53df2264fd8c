import { deleteTunnel, expiredTunnels, tunnelOf } from '../../store/route/tunnels.ts'
import { type Changing, change, changeByPlatform } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Unit } from '../platform/unit.ts'

/** Ends a tunnel whose connection ended. Traffic goes to the deployed release again. */
export async function closeTunnel(platform: Changing, id: string, reason: string): Promise<void> {
  await changeByPlatform(platform, (unit) => remove(unit, id, reason))
}

/** Ends the tunnel of an installation because somebody asked for it; its connection is closed when its process looks again. */
export async function endTunnel(platform: Changing, installationId: string, origin: Origin): Promise<void> {
  await change(platform, origin, async (unit) => {
    const there = await tunnelOf(unit.trx, installationId)
    return there === undefined ? unit.unchanged() : remove(unit, there.id, 'ended')
  })
}

/** Removes tunnels that nobody renewed: the process that held them died. Says how many. */
export async function expireTunnels(platform: Changing): Promise<number> {
  const now = platform.clock.now()
  const ids = await expiredTunnels(platform.db, now)
  for (const id of ids) await changeByPlatform(platform, (unit) => remove(unit, id, 'connection lost', now))
  return ids.length
}

async function remove(unit: Unit, id: string, reason: string, before?: Date) {
  const gone = await deleteTunnel(unit.trx, id, before)
  if (gone === undefined) return unit.unchanged()
  const { organizationId, installationId } = gone
  return unit.record('installation.tunnel-close', {
    organizationId,
    id: installationId,
    details: { tunnelId: id, reason },
  })
}
