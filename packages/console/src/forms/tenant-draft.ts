import type { Variant } from '@mkt/manifest'

export type Flow = 'password' | 'client'

/** One set of credentials as typed: either flow, both kept so that switching loses nothing. */
export interface CredentialDraft {
  flow: Flow
  username: string
  password: string
  clientId: string
  clientSecret: string
}

export interface TenantDraft {
  variant: Variant
  name: string
  apiUrl: string
  hostName: string
  tenantLocator: string
  integration: CredentialDraft
  data: CredentialDraft
  token: string
}

const emptyCredential: CredentialDraft = {
  flow: 'password',
  username: '',
  password: '',
  clientId: '',
  clientSecret: '',
}

export function emptyTenant(variant: Variant): TenantDraft {
  return {
    variant,
    name: '',
    apiUrl: '',
    hostName: '',
    tenantLocator: '',
    integration: emptyCredential,
    data: emptyCredential,
    token: '',
  }
}

function credentialOf(draft: CredentialDraft) {
  return draft.flow === 'password'
    ? { username: draft.username, password: draft.password }
    : { clientId: draft.clientId, clientSecret: draft.clientSecret }
}

/** Enterprise has one token for both uses, connected two sets of credentials. */
export function credentialsOf(draft: TenantDraft) {
  if (draft.variant === 'enterprise') return { token: draft.token }
  return { integration: credentialOf(draft.integration), data: credentialOf(draft.data) }
}

/** The request that connects the tenant. */
export function tenantBody(draft: TenantDraft) {
  const shared = { name: draft.name.trim(), variant: draft.variant, apiUrl: draft.apiUrl.trim() }
  const credentials = credentialsOf(draft)
  const hostName = draft.hostName.trim()
  if (draft.variant === 'connected') return { ...shared, hostName, credentials }
  return {
    ...shared,
    tenantLocator: draft.tenantLocator.trim(),
    ...(hostName ? { hostName } : {}),
    credentials,
  }
}
