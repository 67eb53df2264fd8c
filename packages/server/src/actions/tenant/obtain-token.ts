import { setTimeout as delay } from 'node:timers/promises'
import { mayTry } from '../../domain/tenant/credential.ts'
import { type Token, tokenAge } from '../../domain/tenant/token.ts'
import { newId } from '../../lib/ids.ts'
import { Secret } from '../../lib/secret.ts'
import type { Purpose } from '../../outbound/policy/policy-system.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { type Credential, credentialById, noteCredentialUsed } from '../../store/tenant/credentials.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import { rememberToken, type TokenOutcome } from '../../store/tenant/token-cache.ts'
import { leaseToken, releaseToken, storedToken, storeToken } from '../../store/tenant/tokens.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import type { Asking } from './asking.ts'
import { noteConnectionLater, signInTroubleOf } from './note-connection.ts'
import { noteFailedCredential } from './note-failed-credential.ts'
import { openAccessToken } from './open-access-token.ts'
import { openCredential } from './open-credential.ts'

const LEASE_MS = 30_000
const POLL_MS = 100
const POLLS = 250

const tokenAad = (credentialId: string) => `token ${credentialId}`

/** A live token of a credential: known, stored by another process, or by signing in. One renewal at a time everywhere. */
export function obtainToken(platform: Asking, tenant: Tenant, credentialId: string): Promise<TokenOutcome> {
  const { renewals } = platform.tokens
  const running = renewals.get(credentialId)
  if (running) return running
  const started = renew(platform, tenant, credentialId).finally(() => renewals.delete(credentialId))
  renewals.set(credentialId, started)
  return started
}

async function renew(platform: Asking, tenant: Tenant, credentialId: string): Promise<TokenOutcome> {
  const owner = newId('lease', platform.clock.now(), platform.random)
  for (let poll = 0; poll < POLLS; poll += 1) {
    const now = platform.clock.now()
    const credential = await credentialById(platform.db, credentialId)
    if (credential === undefined) return { kind: 'unavailable', retryAfterSeconds: 60 }
    const stored = await liveToken(platform, tenant, credential, now)
    if (stored !== undefined && tokenAge(stored, now) === 'fresh')
      return rememberToken(platform.tokens, credentialId, stored)
    if (credential.refusedAt !== null && !mayTry(credential.refusedAt, now))
      return stored === undefined ? { kind: 'refused', since: credential.refusedAt } : { kind: 'token', ...stored }
    if (credential.kind === 'token') return openAccessToken(platform, tenant, credential)
    const until = new Date(now.getTime() + LEASE_MS)
    if (await leaseToken(platform.db, credentialId, owner, now, until)) {
      // Another process may have renewed it between the look and the lease. From here on nobody can.
      const renewed = await liveToken(platform, tenant, credential, now)
      if (renewed === undefined || tokenAge(renewed, now) !== 'fresh')
        return signIn(platform, tenant, credential, owner, stored)
      await releaseToken(platform.db, credentialId, owner)
      return rememberToken(platform.tokens, credentialId, renewed)
    }
    if (stored !== undefined) return { kind: 'token', ...stored }
    await delay(POLL_MS)
  }
  return { kind: 'unavailable', retryAfterSeconds: 5 }
}

/** The stored token, if it belongs to the present credentials and still keeps the promise of two minutes. */
export async function liveToken(
  platform: Pick<Platform, 'db' | 'vault'>,
  tenant: Tenant,
  credential: Credential,
  now: Date,
): Promise<Token | undefined> {
  const row = await storedToken(platform.db, credential.id)
  if (row === undefined || row.credentialRevision !== credential.revision) return undefined
  if (tokenAge(row, now) === 'spent') return undefined
  const text = await platform.vault.open(tenant.organizationId, tokenAad(credential.id), row.sealed)
  return { token: Secret.of(text), obtainedAt: row.obtainedAt, expiresAt: row.expiresAt }
}

async function signIn(
  platform: Asking,
  tenant: Tenant,
  credential: Credential,
  owner: string,
  stored: Token | undefined,
): Promise<TokenOutcome> {
  const purpose: Purpose = credential.kind === 'integration' ? 'integration' : 'data'
  const opened = await openCredential(platform, platform.db, tenant.organizationId, credential.id)
  if (opened === undefined) return { kind: 'unavailable', retryAfterSeconds: 60 }
  // Credentials of an installation say nothing about those that the tenant is connected with.
  const ofTenant = credential.installationId === null
  try {
    const started = performance.now()
    const token = await platform.policySystems.of(tenant).signIn(opened.credentials, purpose)
    const latencyMs = Math.round(performance.now() - started)
    await keep(platform, tenant, credential.id, opened.revision, owner, token)
    const outcome = rememberToken(platform.tokens, credential.id, token)
    if (ofTenant) noteConnectionLater(platform, tenant.id, { trouble: null, latencyMs })
    return outcome
  } catch (error) {
    if (!(error instanceof PolicySystemError)) throw error
    const refused = error.trouble !== 'unavailable'
    await noteFailedCredential(platform, tenant, { ...credential, revision: opened.revision }, refused)
    await releaseToken(platform.db, credential.id, owner)
    if (ofTenant) noteConnectionLater(platform, tenant.id, signInTroubleOf(error))
    platform.log.warn({ tenantId: tenant.id, credential: credential.kind, reason: error.message }, 'sign-in failed')
    // A sign-in that fails may take long: whether the former token still keeps its promise is judged now, not when it began.
    const now = platform.clock.now()
    if (stored !== undefined && tokenAge(stored, now) !== 'spent') return { kind: 'token', ...stored }
    return refused
      ? { kind: 'refused', since: now }
      : { kind: 'unavailable', retryAfterSeconds: error.retryAfterSeconds, reason: error.message }
  }
}

async function keep(
  platform: Changing & Pick<Platform, 'vault'>,
  tenant: Tenant,
  credentialId: string,
  credentialRevision: number,
  owner: string,
  token: Token,
): Promise<void> {
  const sealed = await platform.vault.seal(tenant.organizationId, tokenAad(credentialId), token.token.reveal())
  const { obtainedAt, expiresAt } = token
  await changeByPlatform(platform, async (unit) => {
    const row = { sealed, credentialRevision, obtainedAt, expiresAt }
    if (!(await storeToken(unit.trx, credentialId, owner, row))) return unit.unchanged()
    await noteCredentialUsed(unit.trx, credentialId, credentialRevision, obtainedAt)
    return unit.changed('token', credentialId)
  })
}
