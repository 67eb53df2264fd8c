import { createHash } from 'node:crypto'
import { limits } from '@mkt/contract/limits'
import { lastAnswerIdentity, lastRequestIdentity } from '../../actions/call/last-answer-identity.ts'
import type { Route } from '../../domain/route/route.ts'
import type { Clock } from '../../lib/clock.ts'
import { briefly, type Log } from '../../lib/log.ts'
import type { Vault } from '../../lib/seal.ts'
import { createHalfShare } from '../../lib/sharing/half-share.ts'
import { lastAnswer, putLastAnswer, trimLastAnswers } from '../../store/call/last-answers.ts'
import type { Pool } from '../../store/database/pool.ts'

/** The last answers of raters, for installations that fall back to them: kept beside the calls, read only after a failure. */
export interface LastAnswers {
  keep(route: Route, target: string, request: Buffer, answer: Buffer): void
  find(route: Route, target: string, request: Buffer): Promise<Buffer | undefined>
  drain(): Promise<void>
}

/** Longer requests and answers are not kept, so that the table stays small. */
const MAX_BYTES = 256 * 1024
const MAX_AT_ONCE = 50
/** Counting reads every row of the installation, so it is done after this number of answers: more than the limit are kept until then. */
const TRIM_EVERY = 100
const MAX_COUNTED = 10_000
const usual = { answers: limits.lastAnswersKept.value, bytes: limits.lastAnswerBytes.value, every: TRIM_EVERY }

export function createLastAnswers({
  pool,
  vault,
  clock,
  log,
  most = usual,
}: {
  pool: Pool
  vault: Vault
  clock: Clock
  log: Log
  most?: typeof usual
}): LastAnswers {
  const written = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const share = createHalfShare(MAX_AT_ONCE)

  async function write(route: Route, digest: Buffer, asked: Buffer, answer: Buffer): Promise<void> {
    const { installationId, organizationId } = route
    const at = clock.now()
    const hex = digest.toString('hex')
    const [sealed, request] = await Promise.all([
      vault.seal(organizationId, lastAnswerIdentity(installationId, hex), answer),
      vault.seal(organizationId, lastRequestIdentity(installationId, hex), asked),
    ])
    await putLastAnswer(pool, { installationId, requestDigest: digest, organizationId, sealed, request, at })
    await trim(installationId)
  }

  /** The first answer that this process keeps of an installation counts too: others may have kept many. */
  async function trim(installationId: string): Promise<void> {
    const count = written.get(installationId) ?? 0
    if (written.size >= MAX_COUNTED) written.clear()
    written.set(installationId, (count + 1) % most.every)
    if (count === 0) await trimLastAnswers(pool, installationId, most)
  }

  return {
    keep(route, target, request, answer) {
      if (Math.max(request.length, answer.length) > MAX_BYTES) return
      const { installationId } = route
      if (!share.take(installationId)) return
      const job = write(route, digestOf(target, request), request, answer)
        .catch((error: Error) => log.warn(briefly(error), 'The last answer of a rater could not be kept'))
        .finally(() => {
          share.give(installationId)
          running.delete(job)
        })
      running.add(job)
    },
    async find(route, target, request) {
      const digest = digestOf(target, request)
      const after = new Date(clock.now().getTime() - route.onFailure.maxAgeSeconds * 1000)
      try {
        const sealed = await lastAnswer(pool, route.installationId, digest, after)
        const identity = lastAnswerIdentity(route.installationId, digest.toString('hex'))
        return sealed && (await vault.open(route.organizationId, identity, sealed))
      } catch (error) {
        log.warn(briefly(error), 'The last answer of a rater could not be read')
        return undefined
      }
    },
    async drain() {
      await Promise.all(running)
    },
  }
}

function digestOf(target: string, request: Buffer): Buffer {
  return createHash('sha256').update(target).update('\n').update(request).digest()
}
