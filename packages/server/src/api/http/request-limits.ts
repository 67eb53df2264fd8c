import { createHash } from 'node:crypto'
import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf, type Caller } from '../../domain/accounts/caller.ts'
import type { Clock } from '../../lib/clock.ts'
import { addressKey } from '../../lib/sharing/address-party.ts'
import { lateRefusals } from '../../lib/sharing/late-answers.ts'
import { createRateLimiter } from '../../lib/sharing/rate-limiter.ts'

const WINDOW_MS = 60_000
const KEYS = 10_000
/** Refusals of one caller in a second that are not late. */
const PROMPT = 10
const ORGANIZATION_SHARES = limits.organizationRequests.value / limits.apiRequests.value

export interface RequestLimits {
  /** Counts a request as it comes in: for the caller if this credential was verified before, else for its address. */
  count(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Moves the count of a request to its caller, now that the credential is verified. */
  verified(request: FastifyRequest, reply: FastifyReply, caller: Caller): void
  /** The credential was refused: its sender counts by address again. */
  refused(request: FastifyRequest): void
  /** Who else shares what the request counts for: the organization of its key, its person, or its address. */
  partyOf(request: FastifyRequest): string
}

/** Who a request counts for. */
interface Charged {
  key: string
  organization?: string | undefined
}

/** What the request shows as a credential, as a hash; undefined where it shows none. */
function credentialOf({ headers }: FastifyRequest): string | undefined {
  const { authorization, cookie } = headers
  if (authorization === undefined && cookie === undefined) return undefined
  return createHash('sha256')
    .update(JSON.stringify([authorization, cookie]))
    .digest('base64')
}

/**
 * Requests a minute. A caller cannot choose who is charged: an invented credential counts for the address it comes from, and only a verified one has
 * a count of its own, so that what others at the same address do costs it nothing.
 */
export function createRequestLimits(max: number, clock: Clock): RequestLimits {
  const limiter = createRateLimiter({ max, windowMs: WINDOW_MS, keys: KEYS })
  const refusals = lateRefusals(PROMPT, clock)
  // Keys are many and cheap to make: those of one organization have a limit together, too.
  const ofOrganization = createRateLimiter({ max: max * ORGANIZATION_SHARES, windowMs: WINDOW_MS, keys: KEYS })
  const callers = new Map<string, Charged>()
  const counted = new WeakMap<FastifyRequest, Charged>()

  function charge({ key, organization }: Charged, reply: FastifyReply): Failure | undefined {
    const now = clock.now()
    const own = limiter.take(key, now)
    const shared = organization === undefined ? own : ofOrganization.take(organization, now)
    // Told is what ends first.
    const rate = shared.remaining < own.remaining || !shared.allowed ? shared : own
    reply.header('ratelimit-limit', rate.limit)
    reply.header('ratelimit-remaining', rate.remaining)
    reply.header('ratelimit-reset', rate.resetSeconds)
    if (rate.allowed) return undefined
    const whose = rate === own ? '' : ' of all keys of your organization together'
    return new Failure(
      'rate_limited',
      `More than ${rate.limit} requests${whose} in a minute. Try again in ${rate.resetSeconds} s.`,
      { headers: { 'retry-after': String(rate.resetSeconds) } },
    )
  }

  const partyOf = ({ key, organization }: Charged) => organization ?? key

  return {
    async count(request, reply) {
      const credential = credentialOf(request)
      const caller = credential === undefined ? undefined : callers.get(credential)
      const charged = caller ?? { key: addressKey(request.ip) }
      counted.set(request, charged)
      const failure = charge(charged, reply)
      if (failure === undefined) return
      // Too many are held back already: answered at once, it would be asked again at once.
      await refusals.wait(partyOf(charged))?.catch(() => request.raw.destroy())
      throw failure
    },
    verified(request, reply, caller) {
      const credential = credentialOf(request)
      if (caller.kind === 'nobody' || credential === undefined) return
      const known = callers.get(credential)
      if (known !== undefined) {
        counted.set(request, known)
        return
      }
      const charged = {
        key: `${caller.kind}:${actorOf(caller).id}`,
        organization: caller.kind === 'key' ? caller.organizationId : undefined,
      }
      limiter.giveBack(addressKey(request.ip))
      if (callers.size >= KEYS) {
        for (const oldest of callers.keys()) {
          callers.delete(oldest)
          break
        }
      }
      callers.set(credential, charged)
      counted.set(request, charged)
      const failure = charge(charged, reply)
      if (failure !== undefined) throw failure
    },
    refused(request) {
      const credential = credentialOf(request)
      if (credential !== undefined) callers.delete(credential)
    },
    partyOf: (request) => partyOf(counted.get(request) ?? { key: addressKey(request.ip) }),
  }
}
