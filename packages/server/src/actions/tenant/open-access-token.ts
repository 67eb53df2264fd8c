import type { Secret } from '../../lib/secret.ts'
import type { PolicySystem } from '../../outbound/policy/policy-system.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { type Credential, credentialById, noteCredentialUsed } from '../../store/tenant/credentials.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import { rememberToken, type TokenOutcome } from '../../store/tenant/token-cache.ts'
import type { Changing } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { noteFailedCredential } from './note-failed-credential.ts'
import { openCredential } from './open-credential.ts'

/**
 * Opens a personal access token. It is not signed in with, so nobody says whether it is still accepted: one that was
 * refused is shown to the policy system first, once its rest is over, and handed out again only if it is accepted.
 */
export async function openAccessToken(
  platform: Changing & Pick<Platform, 'policySystems' | 'tokens' | 'vault'>,
  tenant: Tenant,
  credential: Credential,
): Promise<TokenOutcome> {
  const opened = await openCredential(platform, platform.db, tenant.organizationId, credential.id)
  if (opened === undefined || opened.credentials.by !== 'token') return { kind: 'unavailable', retryAfterSeconds: 60 }
  const { token } = opened.credentials
  const present = { ...credential, revision: opened.revision }
  if (credential.refusedAt !== null && credential.revision === opened.revision) {
    const failed = await tryAgain(platform, tenant, present, token)
    if (failed !== undefined) return failed
  }
  // It is as old as it was entered, so that every process says the same of it.
  const outcome = rememberToken(platform.tokens, credential.id, {
    token,
    obtainedAt: opened.updatedAt,
    expiresAt: null,
  })
  return (await refusedMeanwhile(platform, present)) ?? outcome
}

/** Undefined when the policy system accepts the token again. */
async function tryAgain(
  platform: Changing & Pick<Platform, 'policySystems'>,
  tenant: Tenant,
  credential: Credential,
  token: Secret,
): Promise<TokenOutcome | undefined> {
  const system: PolicySystem = platform.policySystems.of(tenant)
  try {
    await system.checkAccess(token, 'data')
  } catch (error) {
    if (!(error instanceof PolicySystemError)) throw error
    const refused = error.trouble !== 'unavailable'
    await noteFailedCredential(platform, tenant, credential, refused)
    return refused
      ? { kind: 'refused', since: platform.clock.now() }
      : { kind: 'unavailable', retryAfterSeconds: error.retryAfterSeconds, reason: error.message }
  }
  await noteCredentialUsed(platform.db, credential.id, credential.revision, platform.clock.now())
  return undefined
}

/**
 * A refusal that was noted between the look and the remembering would be overlooked for good, because what is in memory
 * is not asked about. One that is noted after this look makes every process forget the token.
 */
async function refusedMeanwhile(
  platform: Pick<Platform, 'db' | 'tokens'>,
  credential: Credential,
): Promise<TokenOutcome | undefined> {
  const now = await credentialById(platform.db, credential.id)
  if (now === undefined || now.refusedAt === null || now.revision !== credential.revision) return undefined
  platform.tokens.tokens.delete(credential.id)
  return { kind: 'refused', since: now.refusedAt }
}
