import { api } from '../client/api.ts'
import { useChange } from '../client/change.ts'

interface Credentials {
  email: string
  password: string
}

/** The session is a cookie, so its token is not kept; that of a first step is, until the second. */
export const useSignIn = () =>
  useChange({
    send: async (credentials: Credentials) => {
      const { token, secondFactor } = await api.signIn({ body: credentials })
      return secondFactor === null ? { secondFactor } : { token, secondFactor }
    },
    secret: true,
  })

/** Leaves for the sign-in page even when the platform is out of reach. */
export const useSignOut = () => useChange({ send: () => api.signOut().catch(() => undefined) })

export const useRequestPasswordReset = () =>
  useChange({ send: (email: string) => api.requestPasswordReset({ body: { email } }) })

export const useCompletePasswordReset = () =>
  useChange({
    send: (input: { token: string; password: string }) => api.completePasswordReset({ body: input }),
  })

interface Joining {
  token: string
  /** Given where a new account is made; somebody who is signed in joins as who they are. */
  account?: Credentials & { name: string }
}

/** Accepts an invitation. */
export const useJoin = () =>
  useChange({
    send: async ({ token, account }: Joining): Promise<void> => {
      if (account === undefined) return void (await api.acceptInvitation({ body: { token } }))
      const { email, name, password } = account
      await api.signUp({ body: { email, name, password, invitation: token } })
      await api.signIn({ body: { email, password } })
    },
  })
