import { RefusedError } from '@mkt/contract/client'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { signInTexts } from '../../texts/sign-in.ts'

type Json = Record<string, never>

/** Loaded when somebody uses a passkey, so that nobody else waits for it. */
const load = () => import('@simplewebauthn/browser')

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Json> {
  try {
    return (await ask()) as Json
  } catch {
    // Given up, timed out, or the browser has none for this site: for the person it is the same.
    throw new RefusedError(0, { code: 'passkey_cancelled', detail: signInTexts.passkey.cancelled }, null)
  }
}

/** Asks the browser for a passkey of this site. */
export async function answerWithPasskey({ token, options }: { token: string; options: Record<string, unknown> }) {
  const { startAuthentication } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return { token, response: await asked(() => startAuthentication({ optionsJSON })) }
}

/** Asks the browser to make one. */
export async function makePasskey({ token, options }: { token: string; options: Record<string, unknown> }) {
  const { startRegistration } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return { token, response: await asked(() => startRegistration({ optionsJSON })) }
}
