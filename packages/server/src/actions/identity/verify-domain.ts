import { Failure } from '@mkt/contract/errors'
import { checkedDomain, domainRecord, RECHECK_MS } from '../../domain/identity/domain-proof.ts'
import { newId } from '../../lib/ids.ts'
import { txtRecords } from '../../outbound/address/txt-records.ts'
import {
  deleteSsoDomain,
  domainsToCheck,
  insertSsoDomain,
  isDomainVerifiedElsewhere,
  type SsoDomain,
  ssoDomain,
  ssoDomainsOf,
  writeDomainCheck,
} from '../../store/identity/sso-domains.ts'
import { type Changing, change, changeByPlatform } from '../platform/change.ts'
import { enforceQuota } from '../platform/enforce-quota.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'

const taken = (domain: string) =>
  new Failure('domain_taken', `${domain} belongs to another organization here. Ask an operator if that is a mistake.`)

/** Claims a domain. Nothing follows from it until its TXT record was seen. */
export async function addDomain(
  platform: Changing,
  input: { organizationId: string; domain: string },
  origin: Origin,
): Promise<SsoDomain> {
  const { organizationId } = input
  const domain = input.domain.toLowerCase()
  const id = newId('dom', platform.clock.now(), platform.random)
  const token = platform.random.bytes(24).toString('base64url')
  return change(platform, origin, async (unit) => {
    await enforceQuota(unit, 'ssoDomains', organizationId)
    if (!(await insertSsoDomain(unit.trx, { id, organizationId, domain, token }, unit.now)))
      throw new Failure('name_taken', `${domain} is in the list already.`)
    const row = await ssoDomain(unit.trx, id)
    return unit.record('sso.domain.add', { organizationId, id, details: { domain } }).with(row as SsoDomain)
  })
}

/** Looks for the record, now. */
export async function verifyDomain(
  platform: Changing & Pick<Platform, 'policy'>,
  row: SsoDomain,
  origin: Origin,
): Promise<SsoDomain> {
  const record = domainRecord(row)
  const records = await txtRecords(record.name, platform.policy.dnsServers)
  const now = platform.clock.now()
  const next = checkedDomain(row, record.value, records, now)
  if (records === undefined || !records.includes(record.value)) {
    const found = records === undefined ? 'DNS did not answer' : `DNS has ${records.length} other TXT records there`
    throw new Failure(
      'domain_unverified',
      `The TXT record ${record.name} with ${record.value} was not found: ${found}. New records take up to an hour.`,
    )
  }
  return change(platform, origin, async (unit) => {
    if (await isDomainVerifiedElsewhere(unit.trx, row)) throw taken(row.domain)
    await writeDomainCheck(unit.trx, row.id, { ...next, checkedAt: now })
    const { organizationId, id, domain } = row
    return unit
      .record('sso.domain.verify', { organizationId, id, details: { domain } })
      .with({ ...row, ...next, checkedAt: now })
  })
}

export function removeDomain(platform: Changing, row: SsoDomain, origin: Origin): Promise<void> {
  const { organizationId, id, domain } = row
  return change(platform, origin, async (unit) => {
    await deleteSsoDomain(unit.trx, id)
    return unit.record('sso.domain.remove', { organizationId, id, details: { domain } })
  })
}

/** The domains of the platform's own provider: the operator vouches for them, so there is no record to look for. */
export async function putPlatformDomains(
  platform: Changing,
  domains: readonly string[],
  origin: Origin,
): Promise<void> {
  const asked = new Set(domains.map((domain) => domain.toLowerCase()))
  await change(platform, origin, async (unit) => {
    for (const row of await ssoDomainsOf(unit.trx, null))
      if (!asked.has(row.domain)) await deleteSsoDomain(unit.trx, row.id)
    for (const domain of asked) {
      const id = newId('dom', unit.now, unit.random)
      if (!(await insertSsoDomain(unit.trx, { id, organizationId: null, domain, token: '' }, unit.now))) continue
      const row = await ssoDomain(unit.trx, id)
      if (row !== undefined && (await isDomainVerifiedElsewhere(unit.trx, row))) throw taken(domain)
      await writeDomainCheck(unit.trx, id, { verifiedAt: unit.now, failingSince: null, checkedAt: unit.now })
    }
    return unit.record('sso.domain.add', { organizationId: null, id: 'platform', details: { domains: [...asked] } })
  })
}

/** The weekly look at verified domains: one that was given up must not sign people in forever. */
export async function recheckDomains(platform: Changing & Pick<Platform, 'policy'>, limit: number): Promise<number> {
  const now = platform.clock.now()
  const rows = await domainsToCheck(platform.db, new Date(now.getTime() - RECHECK_MS), limit)
  for (const row of rows) {
    const record = domainRecord(row)
    const records = row.organizationId === null ? undefined : await txtRecords(record.name, platform.policy.dnsServers)
    const next = checkedDomain(row, record.value, records, now)
    await changeByPlatform(platform, async (unit) => {
      await writeDomainCheck(unit.trx, row.id, { ...next, checkedAt: now })
      if (next.verifiedAt !== null || row.organizationId === null) return unit.unchanged()
      const { organizationId, id, domain } = row
      return unit.record('sso.domain.lose', { organizationId, id, details: { domain } })
    })
  }
  return rows.length
}
