import type { Operation, Rule } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { decideAccess, type Subject } from '../../domain/accounts/access.ts'
import { stepUpNeeded } from '../../domain/accounts/assurance.ts'
import type { Caller } from '../../domain/accounts/caller.ts'

/** Refuses what asks for a fresh factor to a person who has one and did not prove it lately. */
export function refuseStale(operation: Operation, caller: Caller, now: Date): void {
  if (operation.stepUp === undefined || caller.kind !== 'person') return
  const needed = stepUpNeeded(operation.stepUp, caller.assurance, now)
  if (needed === 'not-needed') return
  const what = needed === 'factor' ? 'your second factor' : 'your password'
  throw new Failure('step_up_required', `This needs ${what} again: POST /me/step-up, then repeat the request.`, {
    extra: { needs: needed },
  })
}

/** Refuses a tool what changes how the person signs in: from one organization it would reach all the others. */
export function refuseTool(rule: Rule, operation: Operation, caller: Caller): void {
  if (caller.kind !== 'person' || caller.boundTo === undefined) return
  if (rule.person === true && operation.stepUp !== undefined)
    throw new Failure('forbidden', 'A tool cannot change how you sign in. Do it in the console.')
}

/** Says why, where somebody would be allowed to after a second factor. */
export function refuseWithheld(rule: Rule, caller: Caller, subject: Subject): void {
  if (caller.kind !== 'person') return
  const { withheld, hasFactor } = caller.assurance
  const whole = {
    ...caller,
    platformRole: caller.platformRole ?? withheld.platformRole,
    memberships: [...caller.memberships, ...withheld.memberships],
  }
  if (decideAccess(rule, whole, subject) !== 'allowed') return
  const held = withheld.memberships.find((row) => row.organizationId === subject.organizationId)
  if (held?.needs === 'sso')
    throw new Failure('sso_required', `${held.organizationTitle} requires single sign-on. Sign in with its provider.`)
  if (held === undefined && withheld.platformNeeds === 'sso')
    throw new Failure('sso_required', 'People of the platform sign in with its provider. Sign in there.')
  const what = hasFactor ? 'Prove yours with POST /me/step-up' : 'Set up one on your account page'
  const who = held === undefined ? 'People of the platform need' : `${held.organizationTitle} requires`
  throw new Failure('second_factor_required', `${who} a second factor for this. ${what}, then try again.`)
}
