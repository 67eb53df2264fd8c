import { api } from '../client/api.ts'
import { useChange } from '../client/change.ts'
import { answerWithPasskey } from './passkey.ts'

/** A second factor as a person gives it. */
export type GivenFactor = { code: string } | { recoveryCode: string } | 'passkey'

export const useStepUp = () =>
  useChange({
    send: async (given: GivenFactor | { password: string }) => {
      if (given !== 'passkey') return api.stepUp({ body: given })
      return api.stepUp({ body: { passkey: await answerWithPasskey(await api.beginPasskeyStepUp()) } })
    },
  })

export const useCompleteSignIn = () =>
  useChange({
    send: async ({ token, given }: { token: string; given: GivenFactor }) => {
      if (given !== 'passkey') return api.completeSignIn({ body: { token, ...given } })
      const passkey = await answerWithPasskey(await api.beginPasskeySignIn({ body: { token } }))
      return api.completeSignIn({ body: { token, passkey } })
    },
    secret: true,
  })

/** Leaves for the provider of the organization that the address belongs to. */
export const useStartSso = () =>
  useChange({
    send: async (asked: { email: string; returnTo?: string | undefined }) => {
      const { url } = await api.startSso({ body: asked })
      window.location.assign(url)
    },
  })

/** Back from the provider, with what it put into the address. */
export const useCompleteSso = () =>
  useChange({
    send: (query: string) => api.completeSso({ body: { query } }).then(({ session: _session, ...rest }) => rest),
  })

export const useSignInWithPasskey = () =>
  useChange({
    send: async () => api.signInWithPasskey({ body: await answerWithPasskey(await api.beginPasskeySignIn()) }),
    secret: true,
  })
