import { limits } from '@mkt/contract/limits'
import type { FastifyRequest } from 'fastify'
import { lookUpCredential } from '../actions/accounts/look-up-credential.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { ScimRefusal } from '../domain/identity/scim-refusal.ts'
import { createRateLimiter } from '../lib/sharing/rate-limiter.ts'
import { hashToken } from '../lib/token.ts'
import { scimDirectoryByToken, touchScimDirectory } from '../store/identity/scim-directories.ts'

const USED_EVERY_MS = 60_000
const WINDOW_MS = 60_000

export interface Directories {
  /** The organization whose directory asks. */
  identify(request: FastifyRequest<{ Params: { org: string } }>): Promise<string>
}

/** Finds the directory of a token. Wrong tokens count for the address they come from, together with all other credentials. */
export function createDirectories(platform: Platform, perMinute = limits.scimRequests.value): Directories {
  const requests = createRateLimiter({ max: perMinute, windowMs: WINDOW_MS, keys: 10_000 })
  return {
    async identify(request) {
      const token = /^Bearer\s+(\S{1,200})\s*$/i.exec(request.headers.authorization ?? '')?.[1]
      const byToken = (shown: string) =>
        lookUpCredential(platform, request.ip, shown, () => scimDirectoryByToken(platform.db, hashToken(shown)))
      const found = token === undefined ? undefined : await byToken(token)
      const { org } = request.params
      if (found === undefined || (org !== found.organizationId && org !== found.organizationName))
        throw new ScimRefusal(401, 'This token is not valid for this organization.', undefined, {
          'www-authenticate': 'Bearer realm="mkt scim"',
        })
      const { allowed, resetSeconds } = requests.take(found.organizationId, platform.clock.now())
      if (!allowed)
        throw new ScimRefusal(429, `Too many requests. Try again in ${resetSeconds} s.`, undefined, {
          'retry-after': String(resetSeconds),
        })
      const now = platform.clock.now()
      if (now.getTime() - (found.lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS)
        await touchScimDirectory(platform.db, found.organizationId, now)
      return found.organizationId
    },
  }
}
