import type { ServerMetadata } from 'openid-client'
import { expect, test } from 'vitest'
import { createDiscoveries } from './oidc-discovery.ts'

const metadata = { issuer: 'https://idp.test' } as ServerMetadata
const party = { organization: 'org_1', address: '192.0.2.1' }
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a provider is asked once for all who want to sign in with it, and again after some minutes', async () => {
  let time = 0
  let asked = 0
  const discoveries = createDiscoveries(() => time)
  const ask = async () => {
    asked += 1
    return metadata
  }
  const start = () => discoveries.of('https://idp.test', party, ask)
  expect(await Promise.all([start(), start(), start()])).toEqual([metadata, metadata, metadata])
  await start()
  expect(asked).toBe(1)
  time = 10 * 60_000
  await start()
  expect(asked).toBe(2)
})

test('what a provider did not say is not kept', async () => {
  const discoveries = createDiscoveries()
  const fails = () => Promise.reject(new Error('silent'))
  await expect(discoveries.of('https://idp.test', party, fails)).rejects.toThrow('silent')
  expect(await discoveries.of('https://idp.test', party, async () => metadata)).toBe(metadata)
})

test('sign-ins at silent providers have few requests in progress, and another address has its turn', async () => {
  const discoveries = createDiscoveries()
  const silent = Promise.withResolvers<ServerMetadata>()
  let underWay = 0
  const ask = () => {
    underWay += 1
    return silent.promise
  }
  const storm = Array.from({ length: 30 }, (_, at) =>
    discoveries.of(`https://silent-${at}.test`, { organization: `org_${at}`, address: '192.0.2.66' }, ask),
  )
  const one = Array.from({ length: 8 }, (_, at) =>
    discoveries.of(`https://many-${at}.test`, { organization: 'org_many', address: `192.0.2.${at + 1}` }, ask),
  )
  await settled()
  expect(underWay).toBe(8)
  const honest = { organization: 'org_honest', address: '198.51.100.1' }
  expect(await discoveries.of('https://idp.test', honest, async () => metadata)).toBe(metadata)
  silent.resolve(metadata)
  await Promise.all([...storm, ...one])
})
