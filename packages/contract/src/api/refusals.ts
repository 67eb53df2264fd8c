import type { FailureCode } from '../errors/codes.ts'
import { access, type OperationId, type Rule } from './access.ts'
import type { Operation } from './operation/operation.ts'
import { operations } from './operations.ts'

/** What a request can be refused for before the operation itself is asked, by the kind of operation. */
export function commonErrors(id: OperationId): FailureCode[] {
  const operation: Operation = operations[id]
  const rule: Rule = access[id]
  const errors: FailureCode[] = ['request_invalid', 'rate_limited', 'internal', 'database_unavailable']
  const needsCredentials = rule.anyone !== true
  const writes = operation.method !== 'GET'
  if (needsCredentials)
    errors.push('credentials_missing', 'credentials_wrong', 'account_disabled', 'organization_disabled')
  if (needsCredentials && rule.signedIn !== true) errors.push('forbidden')
  if (operation.params !== undefined) errors.push('not_found')
  if (mayBeQuarantined(id)) errors.push('quarantined')
  if (writes) errors.push('body_malformed', 'body_too_large', 'media_type_unsupported')
  if (writes && needsCredentials) errors.push('origin_refused')
  if (operation.method === 'POST' && needsCredentials)
    errors.push('idempotency_conflict', 'idempotency_running', 'answer_lost')
  if (operation.showsSecret === true) errors.push('secret_shown_once')
  if (operation.stepUp !== undefined) errors.push('step_up_required')
  if (rule.members !== undefined || rule.platform !== undefined) errors.push('second_factor_required', 'sso_required')
  return errors
}

/**
 * What a copy in quarantine does although it changes something: people sign in, also for the first time with a second factor, see what is there, and an
 * operator confirms. Everything else that writes is refused: who makes, joins or changes something there would miss it on the original.
 */
const duringQuarantine: ReadonlySet<OperationId> = new Set([
  'signIn',
  'signOut',
  'createToken',
  'completeSignIn',
  'beginPasskeySignIn',
  'signInWithPasskey',
  'startSso',
  'completeSso',
  'stepUp',
  'beginPasskeyStepUp',
  'beginTotp',
  'confirmTotp',
  'createRecoveryCodes',
  'beginPasskey',
  'addPasskey',
  'approveTool',
  'completeTool',
  'startDevice',
  'completeDevice',
  'findDevice',
  'decideDevice',
  'endSession',
  'endAllSessions',
  'readInvitation',
  'confirmTakeover',
])

/** Whether a copy in quarantine refuses the operation. */
export function mayBeQuarantined(id: OperationId): boolean {
  return operations[id].method !== 'GET' && !duringQuarantine.has(id)
}

/** Every code an operation can answer with. */
export function errorsOf(id: OperationId): FailureCode[] {
  return [...new Set([...operations[id].errors, ...commonErrors(id)])]
}
