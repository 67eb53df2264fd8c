import { stepAt, totpCode } from '../../domain/identity/totp.ts'
import { hashPassword } from '../../lib/password/password.ts'
import { setPasswordHash } from '../../store/accounts/people.ts'
import { markProved } from '../../store/accounts/sessions.ts'
import type { TestApi } from '../platform/api.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  let bits = ''
  for (const letter of text) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** An authenticator app. Every code it gives is a new one: the clock goes on by a step first. */
export function authenticatorApp(api: TestApi, secret: string) {
  const bytes = fromBase32(secret)
  return {
    /** The code of this moment, as often as one asks. */
    now: () => totpCode(bytes, stepAt(api.clock.now())),
    next() {
      api.clock.advance(30_000)
      return totpCode(bytes, stepAt(api.clock.now()))
    },
  }
}

export const PASSWORD = 'a password that is long'
/** Hashing costs on purpose, so it is done once. */
const hashed = hashPassword(PASSWORD, 'test')

async function sessionOf(api: TestApi, personId: string): Promise<{ sessionId: string }> {
  return api.platform.db
    .selectFrom('session')
    .select('id as sessionId')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
}

/** Gives a person a password and an authenticator app, confirmed in the session given. */
export async function withSecondFactor(api: TestApi, person: { id: string; email: string; authorization: string }) {
  await setPasswordHash(api.platform.db, person.id, await hashed)
  const client = api.as(person.authorization)
  const { sessionId } = await sessionOf(api, person.id)
  await markProved(api.platform.db, sessionId, api.clock.now(), false)
  const { secret } = await client.beginTotp()
  const app = authenticatorApp(api, secret)
  const { recoveryCodes } = await client.confirmTotp({ body: { code: app.next() } })
  return { ...person, client, app, recoveryCodes, secret }
}
