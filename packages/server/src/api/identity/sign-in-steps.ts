import { limits } from '@mkt/contract/limits'
import { beginPasskeySignIn } from '../../actions/identity/begin-passkey.ts'
import { completeSignIn, signInWithPasskey } from '../../actions/identity/complete-sign-in.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { sessionAnswer } from '../accounts/session-answer.ts'
import { type Route, route } from '../http/route.ts'
import { limitStarts } from './limit-starts.ts'
import { relyingPartyFor } from './relying-party.ts'

/** Signing in beyond the password: the second step, and passkeys. */
export function signInStepRoutes(platform: Platform): Route[] {
  const anything = { subject: () => unowned }
  const countStart = limitStarts(limits.signInStarts.value, platform.clock)
  return [
    route('completeSignIn', {
      ...anything,
      async handle({ body: { token, ...proof }, address, userAgent, requestId, headers, setHeader }) {
        const relyingParty = relyingPartyFor(platform, headers)
        const input = { token, proof, relyingParty, address, userAgent, requestId }
        return sessionAnswer(platform, await completeSignIn(platform, input), setHeader)
      },
    }),
    route('beginPasskeySignIn', {
      ...anything,
      handle({ body, headers, address }) {
        countStart(address)
        const relyingParty = relyingPartyFor(platform, headers)
        return beginPasskeySignIn(platform, { token: body?.token, relyingParty, address }) as never
      },
    }),
    route('signInWithPasskey', {
      ...anything,
      async handle({ body: answer, address, userAgent, requestId, headers, setHeader }) {
        const relyingParty = relyingPartyFor(platform, headers)
        const input = { answer, relyingParty, address, userAgent, requestId }
        return sessionAnswer(platform, await signInWithPasskey(platform, input), setHeader)
      },
    }),
  ]
}
