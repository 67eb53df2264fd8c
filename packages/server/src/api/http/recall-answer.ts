import { access, type Operation } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { decideAccess } from '../../domain/accounts/access.ts'
import type { Effect } from '../../store/platform/idempotency.ts'
import type { Asked, Route } from './route.ts'

/** The operation that reads a thing by its id. */
const readers: Record<string, Route['id']> = {
  installation: 'getInstallation',
  listing: 'getListing',
  organization: 'getOrganization',
  release: 'getRelease',
  tenant: 'getTenant',
  trial: 'getTrial',
}

/**
 * The answer to a repeat whose first request took effect before its answer could be kept. Where the operation answers with the thing it
 * made or changed, the thing is read as it is now; otherwise the caller is told where to look. Nothing is done a second time.
 */
export async function recallAnswer(
  routes: readonly Route[],
  operation: Operation,
  effect: Effect,
  asked: Asked<Operation>,
): Promise<unknown> {
  if (operation.answer.schema === undefined) return undefined
  const reader = routes.find((route) => route.id === readers[effect.kind])
  if (reader?.operation.answer.schema !== operation.answer.schema) throw answerLost(effect)
  const params = { [reader.operation.path.match(/\{(\w+)\}/)?.[1] ?? 'id']: effect.id } as never
  try {
    const subject = await reader.handler.subject({ ...asked, params })
    if (decideAccess(access[reader.id], asked.caller, subject) !== 'allowed') throw answerLost(effect)
    return await reader.handler.handle({ ...asked, params, subject, query: {} as never, body: undefined as never })
  } catch (error) {
    throw error instanceof Failure ? answerLost(effect) : error
  }
}

function answerLost({ kind, id }: Effect): Failure {
  return new Failure(
    'answer_lost',
    `The first request with this key took effect on the ${kind} ${id}, but the platform was interrupted before its answer was kept. ` +
      'It is not repeated: check the current state, and use a new key for anything that is missing.',
    { extra: { subject: { kind, id } } },
  )
}
