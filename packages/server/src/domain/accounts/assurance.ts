import type { PlatformRole } from '@mkt/contract/api'
import { limits } from '@mkt/contract/limits'
import type { Membership } from './membership.ts'

/** How a session began. `tool`: `mkt login --sso`, approved in the browser. */
export type SessionMethod = 'password' | 'passkey' | 'sso' | 'tool'

/** How sure the platform is of the person behind a session. */
export interface Proof {
  /** Whether the person has a second factor. */
  hasFactor: boolean
  /** When a second factor was last proved in this session. */
  factorAt: Date | null
  /** When the person last proved who they are: at sign-in or by step-up. */
  provedAt: Date
  /** The provider that began the session: whose it is (null for the platform's), and whether it asked for a second factor. */
  provider: { organizationId: string | null; factor: boolean } | null
}

/** A right that the person has but this session does not, until the person proves more. */
export type Withheld = 'second-factor' | 'sso'

export interface Assurance extends Proof {
  withheld: {
    memberships: readonly (Membership & { needs: Withheld })[]
    platformRole: PlatformRole | null
    /** What the platform role waits for. */
    platformNeeds: Withheld | null
  }
}

/** A membership together with what its organization asks of a session. */
export interface AskingMembership extends Membership {
  requireMfa: boolean
  enforceSso: boolean
}

/** What the platform asks of its own people beside a second factor. */
export interface StaffSso {
  /** They have to come in by the provider of the platform. */
  enforced: boolean
  /** This person comes in without it too, with a second factor. */
  breakGlass: boolean
}

export interface Rights {
  platformRole: PlatformRole | null
  memberships: readonly Membership[]
  assurance: Assurance
}

/** Five minutes are long enough to finish what one has begun, and short enough that an unattended screen is worth little. */
const FRESH_MS = limits.freshFactor.value

/**
 * The rights a session gives: those of the person without what has to wait for a second factor or single sign-on. Decided at every
 * request, so a switch of the organization works on open sessions at once.
 */
export function rightsOf(
  person: { platformRole: PlatformRole | null; memberships: readonly AskingMembership[]; staffSso?: StaffSso },
  proof: Proof,
  policy: { laptop: boolean },
): Rights {
  const given: Membership[] = []
  const kept: (Membership & { needs: Withheld })[] = []
  for (const { requireMfa, enforceSso, ...membership } of person.memberships) {
    const needs = missing({ ...membership, requireMfa, enforceSso }, proof)
    if (needs === undefined) given.push(membership)
    else kept.push({ ...membership, needs })
  }
  const platformNeeds = person.platformRole === null ? null : (staffNeeds(person.staffSso, proof, policy) ?? null)
  const staff = platformNeeds === null ? null : person.platformRole
  return {
    platformRole: staff === null ? person.platformRole : null,
    memberships: given,
    assurance: { ...proof, withheld: { memberships: kept, platformRole: staff, platformNeeds } },
  }
}

/** Missing requirements of a session for a platform role. */
export function staffNeeds(
  sso: StaffSso | undefined,
  proof: Pick<Proof, 'factorAt' | 'provider'>,
  policy: { laptop: boolean },
): Withheld | undefined {
  const proved = proof.factorAt !== null
  const provider = proof.provider?.organizationId === null ? proof.provider : null
  if (sso?.enforced && provider === null) {
    if (!sso.breakGlass) return 'sso'
    return proved ? undefined : 'second-factor'
  }
  return policy.laptop || proved || provider?.factor === true ? undefined : 'second-factor'
}

/**
 * What a session lacks for a membership. The owner comes in without the provider too, with a second factor: to break the glass. A
 * provider vouches for its own organization; elsewhere it does not stand for the second factor that the person set up.
 */
function missing({ organizationId, role, ...asks }: AskingMembership, proof: Proof): Withheld | undefined {
  const proved = proof.factorAt !== null
  const provider = proof.provider?.organizationId === organizationId ? proof.provider : null
  if (asks.enforceSso && provider === null) {
    if (role !== 'owner') return 'sso'
    return proved ? undefined : 'second-factor'
  }
  const isForeign = proof.provider !== null && provider === null
  const asksFactor = asks.requireMfa || (isForeign && proof.hasFactor)
  return asksFactor && !proved && provider?.factor !== true ? 'second-factor' : undefined
}

/** The rights of a session that reaches one organization: its membership there and nothing of the platform. */
export function boundRights(rights: Rights, organizationId: string): Rights {
  const own = (row: Membership) => row.organizationId === organizationId
  const memberships = rights.assurance.withheld.memberships.filter(own)
  return {
    platformRole: null,
    memberships: rights.memberships.filter(own),
    assurance: { ...rights.assurance, withheld: { memberships, platformRole: null, platformNeeds: null } },
  }
}

/** The same proof for a session on another machine: it counts as proved, but not as fresh. */
export function staleProof(
  { factorAt, provedAt }: Pick<Proof, 'factorAt' | 'provedAt'>,
  now: Date,
): Pick<Proof, 'factorAt' | 'provedAt'> {
  const latest = now.getTime() - FRESH_MS - 1
  const notFresh = (at: Date) => new Date(Math.min(at.getTime(), latest))
  return { factorAt: factorAt === null ? null : notFresh(factorAt), provedAt: notFresh(provedAt) }
}

export type StepUp = 'not-needed' | 'factor' | 'password'

/**
 * What a person has to prove before an operation that asks for a fresh factor. Without a factor there is nothing to ask for, except
 * where a factor itself is added: there a fresh sign-in counts.
 */
export function stepUpNeeded(asks: 'if-factor' | 'always', proof: Proof, now: Date): StepUp {
  const fresh = (at: Date | null) => at !== null && now.getTime() - at.getTime() <= FRESH_MS
  if (proof.hasFactor) return fresh(proof.factorAt) ? 'not-needed' : 'factor'
  return asks === 'if-factor' || fresh(proof.provedAt) ? 'not-needed' : 'password'
}
