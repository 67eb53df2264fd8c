import type { FailureCode } from '../errors/codes.ts'
import { access, type OperationId, type Rule } from './access.ts'
import type { Operation } from './operation/operation.ts'
import { operations } from './operations.ts'

/** What a request can be refused for before the operation itself is asked, by the kind of operation. */
export function commonErrors(operation: Operation, rule: Rule): FailureCode[] {
  const errors: FailureCode[] = ['request_invalid', 'rate_limited', 'internal', 'database_unavailable']
  const needsCredentials = rule.anyone !== true
  const writes = operation.method !== 'GET'
  if (needsCredentials)
    errors.push('credentials_missing', 'credentials_wrong', 'account_disabled', 'organization_disabled')
  if (needsCredentials && rule.signedIn !== true) errors.push('forbidden')
  if (operation.params !== undefined) errors.push('not_found')
  if (writes && mayBeQuarantined(rule)) errors.push('quarantined')
  if (writes) errors.push('body_malformed', 'body_too_large', 'media_type_unsupported')
  if (writes && needsCredentials) errors.push('origin_refused')
  if (operation.method === 'POST' && needsCredentials)
    errors.push('idempotency_conflict', 'idempotency_running', 'answer_lost')
  if (operation.showsSecret === true) errors.push('secret_shown_once')
  if (operation.stepUp !== undefined) errors.push('step_up_required')
  if (rule.members !== undefined || rule.platform !== undefined) errors.push('second_factor_required', 'sso_required')
  return errors
}

/** Whether a copy in quarantine refuses what the rule is about, where it writes. Signing in and one's own account are needed to confirm. */
export function mayBeQuarantined(rule: Rule): boolean {
  return rule.anyone !== true && rule.signedIn !== true && rule.person !== true
}

/** Every code an operation can answer with. */
export function errorsOf(id: OperationId): FailureCode[] {
  const operation: Operation = operations[id]
  return [...new Set([...operation.errors, ...commonErrors(operation, access[id])])]
}
