import { tokenAge } from '../../domain/tenant/token.ts'
import { credentialById } from '../../store/tenant/credentials.ts'
import { rememberToken } from '../../store/tenant/token-cache.ts'
import type { Platform } from '../platform/platform.ts'
import { tokenSource } from './current-token.ts'
import { liveToken } from './obtain-token.ts'

/** Takes the stored token of an installation into memory, if there is one. Never signs in: the caller does that when it needs a token. */
export async function recallToken(
  platform: Pick<Platform, 'db' | 'clock' | 'vault' | 'tokens'>,
  installationId: string,
): Promise<void> {
  const source = await tokenSource(platform, installationId)
  if (source === undefined || platform.tokens.tokens.get(source.credentialId) !== undefined) return
  const credential = await credentialById(platform.db, source.credentialId)
  if (credential === undefined) return
  const now = platform.clock.now()
  const stored = await liveToken(platform, source.tenant, credential, now)
  // Another request may have renewed or dropped it meanwhile.
  const isUntouched = platform.tokens.tokens.get(source.credentialId) === undefined
  if (stored !== undefined && isUntouched && tokenAge(stored, now) === 'fresh')
    rememberToken(platform.tokens, source.credentialId, stored)
}
