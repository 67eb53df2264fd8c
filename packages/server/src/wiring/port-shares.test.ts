import { applicationSource } from '@mkt/engines'
import { expect, it } from 'vitest'
import { partyNetworks } from '../lib/sharing/address-party.ts'
import { portShares } from './port-shares.ts'

it('sandboxed applications of a publisher count as one party with a quarter of a port, and proxies that are trusted as none', () => {
  const { isShared, sharesOf, perAddress, total } = portShares('gateway', ['10.0.0.1'])
  const [one, other] = [applicationSource('outlet-a'), applicationSource('outlet-b')]
  expect(partyNetworks(one)[0].name).not.toBe(partyNetworks(other)[0].name)
  expect([one, other, '10.0.0.1', '203.0.113.1'].map(isShared)).toEqual([false, false, true, false])
  expect([one, `::ffff:${other}`, '203.0.113.1'].map((address) => sharesOf?.(address))).toEqual([4, 4, 1])
  expect(perAddress * 4).toBeLessThanOrEqual(Math.max(total / 4, 256))
})
