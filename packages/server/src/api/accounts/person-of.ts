import type { Caller } from '../../domain/accounts/caller.ts'

/** The caller of an operation that the access table opens to persons alone. */
export function personOf(caller: Caller): Extract<Caller, { kind: 'person' }> {
  if (caller.kind !== 'person') throw new Error(`a person was expected, not ${caller.kind}`)
  return caller
}
