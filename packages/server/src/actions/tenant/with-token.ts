import { credentialFor, mayTry } from '../../domain/tenant/credential.ts'
import type { Token } from '../../domain/tenant/token.ts'
import type { Secret } from '../../lib/secret.ts'
import type { PolicySystem, Purpose } from '../../outbound/policy/policy-system.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { type Credential, credentialsOf, noteCredentialUsed } from '../../store/tenant/credentials.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import { dropToken } from '../../store/tenant/tokens.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import type { Asking } from './asking.ts'
import { noteFailedCredential } from './note-failed-credential.ts'
import { obtainToken } from './obtain-token.ts'

export interface TokenUse {
  tenant: Tenant
  purpose: Purpose
  /** Whose own credentials are preferred, if it brought some. */
  installationId: string | null
}

/**
 * Does something in the policy system with a live token. A token that is no longer accepted is renewed once and the work begun again, so it
 * must bear that; when the new one is refused as well, the credentials count as refused. Throws `PolicySystemError`.
 */
export async function withToken<Result>(
  platform: Asking,
  use: TokenUse,
  work: (token: Secret, system: PolicySystem) => Promise<Result>,
): Promise<Result> {
  const rows = await credentialsOf(platform.db, [use.tenant.id])
  const credential = credentialFor(rows, use.purpose, use.installationId)
  if (credential === undefined) throw new PolicySystemError('refused', 'The tenant has no credentials for this')
  if (!mayTry(credential.refusedAt, platform.clock.now()))
    throw new PolicySystemError('unauthorized', `The policy system refuses the ${credential.kind} credentials`)
  const system = platform.policySystems.of(use.tenant)
  for (let attempt = 1; ; attempt += 1) {
    const token = await liveToken(platform, use.tenant, credential)
    try {
      const result = await work(token.token, system)
      if (credential.kind === 'token')
        await noteCredentialUsed(platform.db, credential.id, credential.revision, platform.clock.now())
      return result
    } catch (error) {
      if (!(error instanceof PolicySystemError) || error.trouble !== 'unauthorized') throw error
      if (attempt === 1 && credential.kind !== 'token') {
        await forgetToken(platform, credential.id, token)
        continue
      }
      // Noted before it is forgotten, so that the next look for a token finds the refusal, not the token.
      await noteFailedCredential(platform, use.tenant, credential, true)
      await forgetToken(platform, credential.id, token)
      throw new PolicySystemError('unauthorized', `The credentials for ${use.purpose} are no longer accepted`)
    }
  }
}

async function liveToken(platform: Asking, tenant: Tenant, credential: Credential): Promise<Token> {
  const outcome = await obtainToken(platform, tenant, credential.id)
  if (outcome.kind === 'token') return outcome
  if (outcome.kind === 'refused')
    throw new PolicySystemError('unauthorized', `The policy system refuses the ${credential.kind} credentials`)
  const { reason = 'The policy system is out of reach', retryAfterSeconds } = outcome
  throw new PolicySystemError('unavailable', reason, retryAfterSeconds)
}

/** Drops a token that is no longer accepted, in every process. */
export async function forgetToken(
  platform: Changing & Pick<Platform, 'tokens'>,
  credentialId: string,
  token: Token,
): Promise<void> {
  platform.tokens.tokens.delete(credentialId)
  await changeByPlatform(platform, async (unit) => {
    await dropToken(unit.trx, credentialId, token.obtainedAt)
    return unit.changed('token', credentialId)
  })
}
