import { type Credential, noteCredentialFailed } from '../../store/tenant/credentials.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import { changeByPlatform } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Platform } from '../platform/platform.ts'

const names = { integration: 'integration credentials', data: 'data credentials', token: 'personal access token' }

/** Notes that credentials failed. The first refusal is told to the administrators, who alone can do something about it. */
export async function noteFailedCredential(
  platform: Platform,
  tenant: Tenant,
  credential: Credential,
  refused: boolean,
): Promise<void> {
  const { id, revision, kind } = credential
  await changeByPlatform(platform, async (unit) => {
    const noted = await noteCredentialFailed(unit.trx, id, revision, unit.now, refused)
    if (!refused || !noted || credential.refusedAt !== null) return unit.unchanged()
    return notify(
      unit,
      { organizationId: tenant.organizationId, roles: ['owner', 'admin'] },
      {
        kind: 'credentials.refused',
        title: `The policy system refuses ${tenant.name}`,
        text: `The policy system no longer accepts the ${names[kind]} of the tenant ${tenant.name}. Apps on it cannot work until they are replaced. We try again in 15 minutes at the earliest, so that the account is not locked.`,
        link: `/manage/tenants/${tenant.id}`,
      },
    )
  })
}
