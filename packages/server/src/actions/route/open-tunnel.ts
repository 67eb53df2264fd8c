import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { actorOf, type Caller } from '../../domain/accounts/caller.ts'
import { mostTunnels, tunnelRefusal, tunnelTimes } from '../../domain/route/tunnel.ts'
import { newId } from '../../lib/ids.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { makerOfKey } from '../../store/accounts/api-keys.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { lockInstallation } from '../../store/installation/installations.ts'
import { isShareTaken } from '../../store/platform/shares.ts'
import { isTunnelOpenerValid, tunnelFacts } from '../../store/route/tunnel-rights.ts'
import { countTunnels, putTunnel, tunnelOf } from '../../store/route/tunnels.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Unit } from '../platform/unit.ts'

/**
 * Gives the right to connect a developer's machine to a test installation. The ticket is good for one connection; `replaces` names a
 * tunnel of the same machine whose connection was lost, so that it need not wait until the platform noticed.
 */
export async function openTunnel(
  platform: Changing,
  installationId: string,
  replaces: string | undefined,
  origin: Origin,
): Promise<{ id: string; ticket: string }> {
  const { caller } = origin
  if (caller.kind === 'nobody') throw new Error('Nobody may open a tunnel.')
  const ticket = newToken('mkn', platform.random)
  return change(platform, origin, async (unit) => {
    const { trx, now } = unit
    await lockInstallation(trx, installationId)
    const facts = await tunnelFacts(trx, installationId)
    if (facts === undefined) throw new Error(`installation ${installationId} is gone`)
    const refusal = tunnelRefusal(facts)
    if (refusal !== undefined) throw new Failure('tunnel_refused', refusal)
    const there = await tunnelOf(trx, installationId)
    if (there?.connectedAt && there.id !== replaces && there.leaseUntil > now)
      throw new Failure(
        'tunnel_taken',
        `The traffic of this installation already goes to a machine of ${there.openedBy}. End that tunnel, or launch another test installation.`,
      )
    const { organizationId } = facts
    if (there === undefined) {
      // Tunnels of other installations that are opened at this moment count too.
      await lockOrganization(trx, organizationId)
      if ((await countTunnels(trx, organizationId)) >= mostTunnels)
        throw new Failure('tunnel_refused', `The organization has ${mostTunnels} tunnels open. End one of them.`)
      await keepPersonalShare(unit, caller)
    }
    const opener = {
      organizationId,
      openedBy: actorOf(caller).label,
      sessionId: caller.kind === 'person' ? caller.sessionId : null,
      apiKeyId: caller.kind === 'key' ? caller.keyId : null,
      secretHash: caller.kind === 'key' ? (caller.secretHash ?? null) : null,
    }
    if (!(await isTunnelOpenerValid(trx, opener, now)))
      throw new Failure(
        'tunnel_refused',
        'A tunnel is opened in the session of a member who builds, or with the present secret of an API key, not a former one. Sign in again with "mkt login".',
      )
    const id = newId('tun', now, unit.random)
    await putTunnel(trx, {
      ...opener,
      id,
      installationId,
      ticketHash: hashToken(ticket),
      leaseUntil: new Date(now.getTime() + tunnelTimes.leaseMs),
      now,
    })
    const details = { tunnelId: id }
    return unit.record('installation.tunnel-open', { organizationId, id: installationId, details }).with({ id, ticket })
  })
}

/** Connections of a process are few: many organizations, or many keys, are no larger share of them. */
async function keepPersonalShare({ trx, now }: Unit, caller: Caller): Promise<void> {
  if (caller.kind === 'nobody') return
  const person = caller.kind === 'person' ? caller.personId : await makerOfKey(trx, caller.keyId)
  if (person === null || !(await isShareTaken(trx, 'tunnelsOfPerson', person, now))) return
  const { value, of } = limits.tunnelsOfPerson
  throw new Failure('tunnel_refused', `${of}: ${value} at most. End one of them.`)
}
