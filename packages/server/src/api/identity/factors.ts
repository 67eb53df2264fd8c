import { addPasskey } from '../../actions/identity/add-passkey.ts'
import { beginPasskey, beginPasskeyStepUp } from '../../actions/identity/begin-passkey.ts'
import { createRecoveryCodes } from '../../actions/identity/recovery-codes.ts'
import { removePasskey, removeTotp, renamePasskey } from '../../actions/identity/remove-factor.ts'
import { beginTotp, finishTotp } from '../../actions/identity/set-up-totp.ts'
import { stepUp } from '../../actions/identity/step-up.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { toItems } from '../../domain/platform/items.ts'
import { passwordHashOf } from '../../store/accounts/people.ts'
import { factorCounts } from '../../store/identity/factors.ts'
import { type Passkey, passkeysOf } from '../../store/identity/passkeys.ts'
import { personOf } from '../accounts/person-of.ts'
import { type Route, route } from '../http/route.ts'
import { relyingPartyFor } from './relying-party.ts'

function passkeyAnswer({ id, name, createdAt, lastUsedAt }: Passkey) {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

/** One's own second factors, and proving them again. */
export function factorRoutes(platform: Platform): Route[] {
  const anything = { subject: () => unowned }
  return [
    route('stepUp', {
      ...anything,
      async handle({ caller, body: proof, address, headers, ...origin }) {
        const input = { person: personOf(caller), proof, address, relyingParty: relyingPartyFor(platform, headers) }
        await stepUp(platform, input, { caller, address, ...origin })
        return undefined
      },
    }),
    route('beginPasskeyStepUp', {
      ...anything,
      handle: ({ caller, headers }) =>
        beginPasskeyStepUp(platform, {
          personId: personOf(caller).personId,
          relyingParty: relyingPartyFor(platform, headers),
        }) as never,
    }),
    route('getFactors', {
      ...anything,
      async handle({ caller }) {
        const { personId } = personOf(caller)
        const [{ totp, recoveryCodes }, passkeys, hash] = await Promise.all([
          factorCounts(platform.db, personId),
          passkeysOf(platform.db, personId),
          passwordHashOf(platform.db, personId),
        ])
        return {
          totp,
          recoveryCodes,
          passkeys: toItems(passkeys, ({ id }) => id, passkeyAnswer),
          hasPassword: hash !== null,
        }
      },
    }),
    route('beginTotp', {
      ...anything,
      handle({ caller }) {
        const { personId: id, email } = personOf(caller)
        return beginTotp(platform, { id, email })
      },
    }),
    route('confirmTotp', {
      ...anything,
      async handle({ caller, body, address, ...origin }) {
        const { personId, sessionId } = personOf(caller)
        const input = { personId, sessionId, code: body.code, address }
        return { recoveryCodes: await finishTotp(platform, input, { caller, address, ...origin }) }
      },
    }),
    route('removeTotp', {
      ...anything,
      async handle({ caller, ...origin }) {
        await removeTotp(platform, personOf(caller), { caller, ...origin })
        return undefined
      },
    }),
    route('createRecoveryCodes', {
      ...anything,
      handle: async ({ caller, ...origin }) => ({
        recoveryCodes: await createRecoveryCodes(platform, personOf(caller).personId, { caller, ...origin }),
      }),
    }),
    route('beginPasskey', {
      ...anything,
      handle({ caller, headers }) {
        const { personId: id, email, name } = personOf(caller)
        const relyingParty = relyingPartyFor(platform, headers)
        return beginPasskey(platform, { person: { id, email, name }, relyingParty }) as never
      },
    }),
    route('addPasskey', {
      ...anything,
      async handle({ caller, body: { name, ...answer }, headers, ...origin }) {
        const { personId, sessionId } = personOf(caller)
        const input = { personId, sessionId, name, answer, relyingParty: relyingPartyFor(platform, headers) }
        const { passkey, recoveryCodes } = await addPasskey(platform, input, { caller, ...origin })
        return { passkey: passkeyAnswer(passkey), recoveryCodes }
      },
    }),
    route('renamePasskey', {
      ...anything,
      async handle({ caller, params, body, ...origin }) {
        const { personId } = personOf(caller)
        await renamePasskey(platform, { personId, id: params.id, name: body.name }, { caller, ...origin })
        return undefined
      },
    }),
    route('removePasskey', {
      ...anything,
      async handle({ caller, params, ...origin }) {
        await removePasskey(platform, { person: personOf(caller), id: params.id }, { caller, ...origin })
        return undefined
      },
    }),
  ]
}
