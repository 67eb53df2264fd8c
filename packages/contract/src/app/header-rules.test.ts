import { parseManifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { endToEnd, hopByHop, namedInTurn, reachesApp, reachesCaller } from './header-rules.ts'

it('what belongs to the connection never travels on, also what its header names', () => {
  const headers = { connection: 'close, X-Hop', 'x-hop': '1', te: 'x', 'keep-alive': 'timeout=5', 'x-own': '1' }
  expect(endToEnd(headers)).toEqual({ 'x-own': '1' })
  expect([...hopByHop].filter((name) => reachesApp(name) || reachesCaller(name, false))).toEqual([])
})

it('a value that reads like the name of a header names nothing, and each connection header counts', () => {
  const headers = ['x-a', 'connection', 'x-b', '1', 'connection', 'close, X-Hop', 'connection', 'x-b']
  expect([...(namedInTurn(headers) ?? [])]).toEqual(['close', 'x-hop', 'x-b'])
  expect(namedInTurn(['x-a', 'connection'])).toBeUndefined()
})

it('an application gets no cookie, nothing that only the platform says, and no name that could be taken for it', () => {
  const kept = ['cookie', 'host', 'x-mkt-key', 'x_mkt_key', 'webhook-id', 'x-forwarded-for', 'x-mkt-caller', 'proxy']
  expect(kept.filter(reachesApp)).toEqual([])
  expect(['authorization', 'content-type', 'user-agent'].every(reachesApp)).toBe(true)
})

it('below an address that all routes share, an answer settles nothing for the others; elsewhere it may', () => {
  for (const name of ['set-cookie', 'strict-transport-security', 'content-security-policy'])
    expect([reachesCaller(name, true), reachesCaller(name, false)]).toEqual([false, true])
  expect(['location', 'content-encoding', 'constructor'].every((name) => reachesCaller(name, true))).toBe(true)
})

it('a rater may declare no header of the connection', () => {
  const headers = Object.fromEntries([...hopByHop].map((name) => [name, 'x']))
  const rater = { name: 'r', path: '/rate', headers }
  const { problems } = parseManifest(
    JSON.stringify({ name: 'acme/app', version: '1.0.0', platform: { externalRaters: [rater] } }),
  )
  expect(problems.map(({ rule }) => rule)).toEqual([...hopByHop].map(() => 'rater.header.reserved'))
})

it('the names in a connection header are read in time that grows with its length', () => {
  const begun = process.threadCpuUsage()
  const gap = ' '.repeat(128 * 1024)
  expect([...(namedInTurn(['connection', `a${gap}b , X-Hop${gap},${gap}c`]) ?? [])]).toEqual([`a${gap}b`, 'x-hop', 'c'])
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(500)
})
