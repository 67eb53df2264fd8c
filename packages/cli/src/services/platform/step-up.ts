import { Abort } from '../../abort.ts'
import type { Session } from './session.ts'

const SIX_DIGITS = /^\d{3} ?\d{3}$/

const viaBrowser = 'Run "mkt login --sso" on a machine with a browser: approving it there asks for your factor.'

/** Refuses what cannot work before somebody types a code: API keys are never asked, and passkeys need a browser. */
export async function requireCodeFactor({ credentials, client }: Session): Promise<void> {
  if (!('token' in credentials))
    throw new Abort('not_a_person', 'You are logged in with an API key, which is never asked for a factor.', {
      fix: 'Run the command itself; "mkt whoami" shows as whom.',
    })
  const { totp, recoveryCodes } = await client.getFactors()
  if (totp || recoveryCodes > 0) return
  const { secondFactor } = await client.getMe()
  if (secondFactor?.set)
    throw new Abort('factor_missing', 'Your second factor is a passkey, which needs a browser.', { fix: viaBrowser })
  throw new Abort('factor_missing', 'You have no second factor, so none is asked for.', {
    fix: 'Set one up on your account page in the console.',
  })
}

/** Proves a factor in the session of the tool: for some minutes it may do what asks for a fresh one. */
export async function stepUp({ client }: Session, typed: string): Promise<void> {
  const code = typed.trim()
  await client.stepUp({ body: SIX_DIGITS.test(code) ? { code } : { recoveryCode: code } })
}
