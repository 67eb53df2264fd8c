import { createHash } from 'node:crypto'

const WEEK_MS = 7 * 86_400_000
/** A record that is gone may be a mistake of a change of DNS: the domain stays verified for a week. */
const GRACE_MS = WEEK_MS

export const RECHECK_MS = WEEK_MS

/** The TXT record that proves that an organization has a domain. */
export function domainRecord({ domain, token }: { domain: string; token: string }): { name: string; value: string } {
  const value = createHash('sha256').update(`${token}\n${domain}`).digest('base64url')
  return { name: `_mkt-verification.${domain}`, value: `mkt-domain=${value}` }
}

interface DomainState {
  verifiedAt: Date | null
  failingSince: Date | null
}

/** Result of a check. Undefined records mean that DNS did not answer, which proves nothing. */
export function checkedDomain(
  present: DomainState,
  expected: string,
  records: readonly string[] | undefined,
  now: Date,
): DomainState {
  if (records === undefined) return present
  if (records.includes(expected)) return { verifiedAt: present.verifiedAt ?? now, failingSince: null }
  if (present.verifiedAt === null) return { verifiedAt: null, failingSince: null }
  const failingSince = present.failingSince ?? now
  const over = now.getTime() - failingSince.getTime() >= GRACE_MS
  return { verifiedAt: over ? null : present.verifiedAt, failingSince: over ? null : failingSince }
}
