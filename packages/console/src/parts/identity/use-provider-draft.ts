import { type Typed, useTypedDraft } from '../../forms/use-typed-draft.ts'
import type { SsoShown } from '../../queries/identity/sso.ts'
import type { GroupRule } from './group-roles.tsx'

/** A provider of OpenID Connect as it is typed. */
export interface ProviderDraft {
  issuer: string
  clientId: string
  /** Empty: the stored one stays. */
  clientSecret: string
  groupsClaim: string
  groupRoles: GroupRule[]
  trustMfa: boolean
}

/** What is typed of a provider, with what its page asks `more`. The client secret is never kept in the browser. */
export function useProviderDraft<More extends object>(
  place: string,
  connection: SsoShown['connection'] | null | undefined,
  more: More,
): Typed<ProviderDraft & More> {
  const { issuer = '', clientId = '', groupsClaim = 'groups', groupRoles = [], trustMfa = false } = connection ?? {}
  const initial = { issuer, clientId, clientSecret: '', groupsClaim, groupRoles, trustMfa, ...more }
  return useTypedDraft<ProviderDraft & More>(place, initial, {
    storable: ({ clientSecret: _, ...rest }) => rest as Partial<ProviderDraft & More>,
  })
}

/** The provider as it is sent: without rules that name no group, and with a secret only where one was typed. */
export function providerSettings<Draft extends ProviderDraft>({ clientSecret, groupRoles, ...rest }: Draft) {
  return {
    ...rest,
    groupRoles: groupRoles.filter(({ group }) => group.trim() !== ''),
    ...(clientSecret === '' ? {} : { clientSecret }),
  }
}
