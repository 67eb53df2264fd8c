import { Failure } from '@mkt/contract/errors'
import type { Caller } from '../../domain/accounts/caller.ts'

/** The caller as a person; API keys have no account of their own. */
export function personOf(caller: Caller): Extract<Caller, { kind: 'person' }> {
  if (caller.kind !== 'person')
    throw new Failure('forbidden', 'Only a person can do this. Sign in with email and password.')
  return caller
}
