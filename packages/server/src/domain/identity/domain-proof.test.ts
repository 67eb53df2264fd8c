import { describe, expect, it } from 'vitest'
import { checkedDomain, domainRecord } from './domain-proof.ts'

const now = new Date('2026-03-01T00:00:00Z')
const days = (count: number) => new Date(now.getTime() - count * 86_400_000)
const verified = { verifiedAt: days(30), failingSince: null }

describe('a domain', () => {
  it('is proved by a record of its own that another organization cannot copy', () => {
    const one = domainRecord({ domain: 'acme.example', token: 'a' })
    expect(one.name).toBe('_mkt-verification.acme.example')
    expect(one.value).not.toBe(domainRecord({ domain: 'acme.example', token: 'b' }).value)
    expect(one.value).not.toBe(domainRecord({ domain: 'other.example', token: 'a' }).value)
  })

  it('is verified by the record and by nothing else', () => {
    const fresh = { verifiedAt: null, failingSince: null }
    expect(checkedDomain(fresh, 'v', ['x', 'v'], now)).toEqual({ verifiedAt: now, failingSince: null })
    expect(checkedDomain(fresh, 'v', ['x'], now)).toEqual(fresh)
    expect(checkedDomain(fresh, 'v', undefined, now)).toEqual(fresh)
  })

  it('stays verified for a week after the record is gone, and while DNS does not answer', () => {
    expect(checkedDomain(verified, 'v', [], now)).toEqual({ verifiedAt: days(30), failingSince: now })
    expect(checkedDomain({ ...verified, failingSince: days(3) }, 'v', [], now).verifiedAt).toEqual(days(30))
    expect(checkedDomain({ ...verified, failingSince: days(7) }, 'v', [], now).verifiedAt).toBeNull()
    expect(checkedDomain({ ...verified, failingSince: days(9) }, 'v', undefined, now).verifiedAt).toEqual(days(30))
    expect(checkedDomain({ ...verified, failingSince: days(3) }, 'v', ['v'], now)).toEqual(verified)
  })
})
