import { tunnelRefusal, tunnelTimes } from '../../domain/route/tunnel.ts'
import { hashToken } from '../../lib/token.ts'
import type { Db } from '../../store/database/database.ts'
import { isTunnelOpenerValid, tunnelFacts } from '../../store/route/tunnel-rights.ts'
import { extendTunnel, setTunnelAddress, type Tunnel, tunnelByTicket } from '../../store/route/tunnels.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'

/** Notes that this process holds the connection of a tunnel, so that traffic comes here; undefined for a ticket that is not good any more. */
export async function holdTunnel(platform: Changing, ticket: string, address: string): Promise<Tunnel | undefined> {
  return changeByPlatform(platform, async (unit) => {
    const { trx, now } = unit
    const tunnel = await tunnelByTicket(trx, hashToken(ticket))
    if (tunnel === undefined || tunnel.leaseUntil <= now || !(await isAllowed(trx, tunnel, now)))
      return unit.unchanged().with(undefined)
    const until = new Date(now.getTime() + tunnelTimes.leaseMs)
    if (!(await setTunnelAddress(trx, tunnel.id, address, now, until))) return unit.unchanged().with(undefined)
    return unit.changed('installation', tunnel.installationId).with({ ...tunnel, leaseUntil: until })
  })
}

/** `ended`: by somebody, or its opener may not have it any more. `lost`: its lease ended before it was renewed, and the row is gone. */
export type Renewal = 'kept' | 'lost' | 'ended'

/** Keeps a tunnel for a further while. */
export async function renewTunnel({ db, clock }: Pick<Platform, 'db' | 'clock'>, tunnel: Tunnel): Promise<Renewal> {
  const now = clock.now()
  if (!(await isAllowed(db, tunnel, now))) return 'ended'
  const until = new Date(now.getTime() + tunnelTimes.leaseMs)
  if (!(await extendTunnel(db, tunnel.id, until))) return tunnel.leaseUntil < now ? 'lost' : 'ended'
  tunnel.leaseUntil = until
  return 'kept'
}

async function isAllowed(db: Db, tunnel: Tunnel, now: Date): Promise<boolean> {
  const facts = await tunnelFacts(db, tunnel.installationId)
  if (facts === undefined || tunnelRefusal(facts) !== undefined) return false
  return isTunnelOpenerValid(db, tunnel, now)
}
