import { Failure } from '@mkt/contract/errors'
import type { GroupRole } from '../../domain/identity/group-role.ts'
import { newId } from '../../lib/ids.ts'
import { forgetProviderFactor } from '../../store/accounts/sessions.ts'
import {
  deleteSsoConnection,
  insertSsoConnection,
  type SsoConnection,
  ssoConnectionOf,
  updateSsoConnection,
} from '../../store/identity/sso-connections.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'

interface SsoSettings {
  issuer: string
  clientId: string
  clientSecret?: string | undefined
  groupsClaim: string
  defaultRole: string
  groupRoles: GroupRole[]
  trustMfa: boolean
}

/** Owner of the key that encrypts a connection's secrets: its organization, or the platform. */
export const sealOwner = ({ organizationId }: { organizationId: string | null }) => organizationId ?? 'platform'

export const noConnection = () => new Failure('not_found', 'No provider is connected. Connect one first.')

/** Connects a provider or changes the connection. A new issuer knows nobody yet: links of the former one do not count for it. */
export async function putSso(
  platform: Changing & Pick<Platform, 'vault'>,
  input: { organizationId: string | null; settings: SsoSettings },
  origin: Origin,
): Promise<void> {
  const { organizationId, settings } = input
  const known = await ssoConnectionOf(platform.db, organizationId)
  const id = known?.id ?? newId('sso', platform.clock.now(), platform.random)
  const { clientSecret, ...rest } = settings
  const sealed =
    clientSecret === undefined ? null : await platform.vault.seal(sealOwner({ organizationId }), id, clientSecret)
  await change(platform, origin, async (unit) => {
    const present = await ssoConnectionOf(unit.trx, organizationId)
    // A secret is for the provider it was given for.
    const kept = present?.issuer === rest.issuer && present.clientId === rest.clientId ? present.sealedSecret : null
    const row: SsoConnection = {
      ...rest,
      id: present?.id ?? id,
      organizationId,
      sealedSecret: sealed ?? kept,
      enforced: present?.enforced ?? false,
      workedAt: present?.issuer === rest.issuer ? present.workedAt : null,
      updatedAt: unit.now,
    }
    if (present === undefined) await insertSsoConnection(unit.trx, row)
    else await updateSsoConnection(unit.trx, row)
    // Sessions keep what the provider vouched for; a provider that is no longer trusted, or is another one, vouches for nothing.
    if (present !== undefined && ((present.trustMfa && !row.trustMfa) || present.issuer !== row.issuer))
      await forgetProviderFactor(unit.trx, row.id)
    const details = { issuer: rest.issuer, clientId: rest.clientId, secretChanged: sealed !== null }
    return unit.record('sso.connect', { organizationId, id: row.id, details })
  })
}

/** Removes a connection; the sessions it began and the links to it go with it. */
export function removeSso(platform: Changing, organizationId: string | null, origin: Origin): Promise<void> {
  return change(platform, origin, async (unit) => {
    const present = await ssoConnectionOf(unit.trx, organizationId)
    if (present === undefined) throw noConnection()
    await deleteSsoConnection(unit.trx, present.id)
    return unit.record('sso.disconnect', { organizationId, id: present.id, details: { issuer: present.issuer } })
  })
}
