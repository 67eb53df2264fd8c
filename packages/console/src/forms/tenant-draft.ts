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

/** The credentials of either variant as typed. */
export interface CredentialsDraft {
  integration: CredentialDraft
  data: CredentialDraft
  token: string
}

export interface TenantDraft extends CredentialsDraft {
  variant: Variant
  name: string
  apiUrl: string
  hostName: string
  tenantLocator: string
}

const emptyCredential: CredentialDraft = {
  flow: 'password',
  username: '',
  password: '',
  clientId: '',
  clientSecret: '',
}

export const emptyCredentials: CredentialsDraft = { integration: emptyCredential, data: emptyCredential, token: '' }

export function emptyTenant(variant: Variant): TenantDraft {
  return {
    variant,
    name: '',
    apiUrl: '',
    hostName: '',
    tenantLocator: '',
    ...emptyCredentials,
  }
}

/** The part of a draft that may stay in the browser's storage: no credentials. */
export function storableTenant({ variant, name, apiUrl, hostName, tenantLocator }: TenantDraft): Partial<TenantDraft> {
  return { variant, name, apiUrl, hostName, tenantLocator }
}

function credentialOf(draft: CredentialDraft) {
  return draft.flow === 'password'
    ? { username: draft.username, password: draft.password }
    : { clientId: draft.clientId, clientSecret: draft.clientSecret }
}

/** The request that connects the tenant. */
export function tenantBody(draft: TenantDraft) {
  const shared = { name: draft.name.trim(), apiUrl: draft.apiUrl.trim() }
  const hostName = draft.hostName.trim()
  if (draft.variant === 'connected') {
    const credentials = { integration: credentialOf(draft.integration), data: credentialOf(draft.data) }
    return { ...shared, variant: 'connected' as const, hostName, credentials }
  }
  return {
    ...shared,
    variant: 'enterprise' as const,
    tenantLocator: draft.tenantLocator.trim(),
    ...(hostName ? { hostName } : {}),
    credentials: { token: draft.token },
  }
}

const typed = (set: CredentialDraft) => set.username + set.password + set.clientId + set.clientSecret !== ''

/** Whether anything was typed. */
export function hasCredentials(variant: Variant, draft: CredentialsDraft): boolean {
  return variant === 'enterprise' ? draft.token !== '' : typed(draft.integration) || typed(draft.data)
}

/** What replaces stored credentials: a set in which nothing was typed is left out, so it stays. */
export function replacementOf(variant: Variant, draft: CredentialsDraft) {
  if (variant === 'enterprise') return { token: draft.token }
  return {
    ...(typed(draft.integration) ? { integration: credentialOf(draft.integration) } : {}),
    ...(typed(draft.data) ? { data: credentialOf(draft.data) } : {}),
  }
}
