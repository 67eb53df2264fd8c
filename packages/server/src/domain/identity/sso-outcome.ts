/** What the platform knows when a provider has vouched for somebody. */
export interface SsoFacts {
  /** The person linked to issuer and subject of this connection. */
  linkedTo: string | null
  /** The address the provider gives, if it does not call it unverified. */
  email: string | null
  /** Domains this organization has shown to be its own. */
  domains: readonly string[]
  /** There is an account with this address already. */
  emailTaken: boolean
  /** The directory of the organization has deactivated this person. */
  deactivated: boolean
  /** The account with this address, if the organization's own directory made it and nobody can sign in to it yet. */
  provisioned: string | null
}

export type SsoOutcome =
  | { kind: 'sign-in'; personId: string }
  | { kind: 'create'; email: string }
  | { kind: 'refuse'; why: 'deactivated' | 'no-email' | 'foreign-domain' | 'link-first' }

/**
 * Who somebody is that a provider vouches for. Issuer and subject decide alone. An address never links to an account: the admin of a
 * provider can write any address into a token, and would take over the account of another person. The one exception is an account
 * that belongs to nobody yet: the same organization provisioned it by SCIM for this address.
 */
export function ssoOutcome(facts: SsoFacts): SsoOutcome {
  if (facts.deactivated) return { kind: 'refuse', why: 'deactivated' }
  if (facts.linkedTo !== null) return { kind: 'sign-in', personId: facts.linkedTo }
  if (facts.email === null) return { kind: 'refuse', why: 'no-email' }
  if (!facts.domains.includes(domainOf(facts.email))) return { kind: 'refuse', why: 'foreign-domain' }
  if (facts.provisioned !== null) return { kind: 'sign-in', personId: facts.provisioned }
  if (facts.emailTaken) return { kind: 'refuse', why: 'link-first' }
  return { kind: 'create', email: facts.email }
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** Methods by which a provider says that it asked for more than a password (RFC 8176). */
const strong = ['mfa', 'otp', 'hwk', 'swk', 'fpt', 'face', 'iris', 'retina', 'vbm', 'sc', 'pop']

export function provesFactor(amr: unknown): boolean {
  return Array.isArray(amr) && amr.some((method) => strong.includes(String(method)))
}

/** A path of this console to go to after signing in; everything else is `/browse`. */
export function safeReturn(path: string | undefined): string {
  const here = 'https://console.invalid'
  if (path === undefined || !/^\/(?![/\\])/.test(path) || !URL.canParse(path, here)) return '/browse'
  // Parsing removes tabs and dot segments, so what comes out is looked at again.
  const { origin, pathname, search, hash } = new URL(path, here)
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/browse'
}
