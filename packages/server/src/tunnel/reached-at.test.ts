import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { addressToward, reachedAt } from './reached-at.ts'

it('a process that listens on one address is reached there', async () => {
  expect(await reachedAt('127.0.0.1')).toBe('127.0.0.1')
  expect(await reachedAt('10.1.2.3', undefined, { host: '127.0.0.1', port: 5432 })).toBe('10.1.2.3')
  expect(await reachedAt('fd00::1')).toBe('[fd00::1]')
})

it('an address that is given counts before everything else', async () => {
  expect(await reachedAt('0.0.0.0', 'api-1.internal', { host: '127.0.0.1', port: 5432 })).toBe('api-1.internal')
  expect(await reachedAt('10.1.2.3', 'fd00::7')).toBe('[fd00::7]')
})

it('one that listens on every address is reached in the network of the database', async () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  for (const { address, family } of own.filter(({ address }) => !address.startsWith('fe80:'))) {
    expect(await addressToward({ host: address, port: 5432 })).toBe(address)
    if (family !== 'IPv4' || address.startsWith('127.')) continue
    expect(await reachedAt('0.0.0.0', undefined, { host: address, port: 5432 })).toBe(address)
  }
})

it('a database of this machine, or a name that leads nowhere, tells no network', async () => {
  const usual = await reachedAt('0.0.0.0')
  expect(await reachedAt('0.0.0.0', undefined, { host: '127.0.0.1', port: 5432 })).toBe(usual)
  expect(await reachedAt('0.0.0.0', undefined, { host: 'nowhere.invalid', port: 5432 })).toBe(usual)
})
