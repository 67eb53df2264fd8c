import { Failure } from '@mkt/contract/errors'
import { passwordHashOf } from '../../store/accounts/people.ts'
import type { Trx } from '../../store/database/transaction.ts'
import { passkeysOf } from '../../store/identity/passkeys.ts'
import { ssoLinksOf } from '../../store/identity/sso-connections.ts'

/**
 * Refuses a removal that leaves a person without a password, a passkey and a linked provider. The person is locked by the caller
 * before it removes anything: two removals at once would each count what the other takes away.
 */
export async function keepSignIn(trx: Trx, personId: string): Promise<void> {
  if ((await passwordHashOf(trx, personId)) !== null) return
  if ((await passkeysOf(trx, personId)).length > 0) return
  if ((await ssoLinksOf(trx, personId)).length > 0) return
  throw new Failure(
    'sign_in_needed',
    'You could not sign in any more. Add a passkey, or set a password with "Forgot your password?", and try again.',
  )
}
