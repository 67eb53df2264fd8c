import { credentialFor } from '../../domain/tenant/credential.ts'
import { tokenAge } from '../../domain/tenant/token.ts'
import { credentialsOf } from '../../store/tenant/credentials.ts'
import { tenantOfInstallation } from '../../store/tenant/tenants.ts'
import type { TokenOutcome, TokenSource } from '../../store/tenant/token-cache.ts'
import type { Platform } from '../platform/platform.ts'
import type { Asking } from './asking.ts'
import { obtainToken } from './obtain-token.ts'
import { verifyInUse } from './verify-token.ts'

/**
 * The token an application uses for its tenant, valid for at least two more minutes. A fresh one comes from memory; one near its end is
 * still handed out while it is renewed in the background.
 */
export async function currentToken(platform: Asking, installationId: string): Promise<TokenOutcome> {
  const source = await tokenSource(platform, installationId)
  if (source === undefined) return { kind: 'unavailable', retryAfterSeconds: 60 }
  const known = platform.tokens.tokens.get(source.credentialId)
  const age = known === undefined ? 'spent' : tokenAge(known, platform.clock.now())
  if (known === undefined || age === 'spent') return obtainToken(platform, source.tenant, source.credentialId)
  if (age === 'renew')
    obtainToken(platform, source.tenant, source.credentialId).catch((error: unknown) =>
      platform.log.error({ err: error, tenantId: source.tenant.id }, 'a token could not be renewed ahead of its end'),
    )
  else verifyInUse(platform, source, installationId, known.obtainedAt)
  return { kind: 'token', ...known }
}

/** Where an installation gets its token from: known, or looked up. */
export async function tokenSource(
  platform: Pick<Platform, 'db' | 'tokens'>,
  installationId: string,
): Promise<TokenSource | undefined> {
  const known = platform.tokens.sources.get(installationId)
  if (known !== undefined) return known
  const tenant = await tenantOfInstallation(platform.db, installationId)
  if (tenant === undefined) return undefined
  const credential = credentialFor(await credentialsOf(platform.db, [tenant.id]), 'data', installationId)
  if (credential === undefined) return undefined
  const source = { tenant, credentialId: credential.id, own: credential.installationId !== null }
  platform.tokens.sources.set(installationId, source)
  return source
}
