import { type Credential, credentialUser, noteCredentialFailed } from '../../store/tenant/credentials.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'

const names = { integration: 'integration credentials', data: 'data credentials', token: 'personal access token' }

/** Notes that credentials failed. The first refusal is told to the administrators, who alone can do something about it. */
export async function noteFailedCredential(
  platform: Changing,
  tenant: Tenant,
  credential: Credential,
  refused: boolean,
): Promise<void> {
  const { id, revision, kind } = credential
  await changeByPlatform(platform, async (unit) => {
    const noted = await noteCredentialFailed(unit.trx, id, revision, unit.now, refused)
    if (!refused || !noted || credential.refusedAt !== null) return unit.unchanged()
    const user = credential.installationId && (await credentialUser(unit.trx, credential.installationId))
    const to = { organizationId: tenant.organizationId, roles: ['owner', 'admin'] as const }
    const what = user ? ofInstallation(tenant, user, kind) : ofTenant(tenant, kind)
    return notify(unit, to, { kind: 'credentials.refused', ...what })
  })
}

const LATER = 'We try again in 15 minutes at the earliest, so that the account is not locked.'

function ofTenant(tenant: Tenant, kind: Credential['kind']) {
  return {
    title: `The policy system refuses ${tenant.name}`,
    text: `The policy system no longer accepts the ${names[kind]} of the tenant ${tenant.name}. Apps on it cannot work until they are replaced. ${LATER}`,
    link: `/manage/tenants/${tenant.id}`,
  }
}

/** The credentials of the tenant are fine; those to replace belong to one installation. */
function ofInstallation(tenant: Tenant, user: { id: string; title: string }, kind: Credential['kind']) {
  return {
    title: `The policy system refuses ${user.title} on ${tenant.name}`,
    text: `The policy system no longer accepts the ${names[kind]} that ${user.title} (${user.id}) on the tenant ${tenant.name} has for itself alone. It cannot work until they are replaced or given up for those of the tenant. ${LATER}`,
    link: `/manage/installations/${user.id}/access`,
  }
}
