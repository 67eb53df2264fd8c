import { limits } from '@mkt/contract/limits'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../actions/platform/platform.ts'
import { ScimRefusal } from '../domain/identity/scim-refusal.ts'
import { addressParty } from '../lib/sharing/address-party.ts'
import { createRateLimiter, type RateLimiter } from '../lib/sharing/rate-limiter.ts'
import { hashToken } from '../lib/token.ts'
import { scimDirectoryByToken, touchScimDirectory } from '../store/identity/scim-directories.ts'

const USED_EVERY_MS = 60_000
const WINDOW_MS = 60_000

export interface Directories {
  /** The organization whose directory asks. */
  identify(request: FastifyRequest<{ Params: { org: string } }>): Promise<string>
}

/** Finds the directory of a token. A wrong token counts for the address it comes from, so inventing tokens gives nothing. */
export function createDirectories(
  platform: Platform,
  perMinute = { directory: limits.scimRequests.value, address: 120 },
): Directories {
  const known = createRateLimiter({ max: perMinute.directory, windowMs: WINDOW_MS, keys: 10_000 })
  const unknown = createRateLimiter({ max: perMinute.address, windowMs: WINDOW_MS, keys: 10_000 })
  const charge = (limiter: RateLimiter, key: string) => {
    const { allowed, resetSeconds } = limiter.take(key, platform.clock.now())
    if (!allowed)
      throw new ScimRefusal(429, `Too many requests. Try again in ${resetSeconds} s.`, undefined, {
        'retry-after': String(resetSeconds),
      })
  }
  return {
    async identify(request) {
      const party = addressParty(request.ip)
      charge(unknown, party)
      const token = /^Bearer\s+(\S{1,200})\s*$/i.exec(request.headers.authorization ?? '')?.[1]
      const found = token === undefined ? undefined : await scimDirectoryByToken(platform.db, hashToken(token))
      const { org } = request.params
      if (found === undefined || (org !== found.organizationId && org !== found.organizationName))
        throw new ScimRefusal(401, 'This token is not valid for this organization.', undefined, {
          'www-authenticate': 'Bearer realm="mkt scim"',
        })
      unknown.giveBack(party)
      charge(known, found.organizationId)
      const now = platform.clock.now()
      if (now.getTime() - (found.lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS)
        await touchScimDirectory(platform.db, found.organizationId, now)
      return found.organizationId
    },
  }
}
