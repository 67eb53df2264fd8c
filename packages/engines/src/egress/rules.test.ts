import { expect, it } from 'vitest'
import { mayReach } from './public-address.ts'
import { networkKind, parseRules, portsOf } from './rules.ts'
import { createSyntheticAddresses } from './synthetic-addresses.ts'
import { addCounts, createTally, OTHER_HOSTS } from './tally.ts'

const hosts = [
  { host: 'api.vin.example', port: 443 },
  { host: 'api.vin.example', port: 8443 },
  { host: '*.mail.example', port: 443 },
]
const rules = { mode: 'enforce', hosts, endpoints: [] } as const

it('a name has the ports that are declared for it, wildcards included', () => {
  expect(portsOf(rules, 'api.vin.example')).toEqual([443, 8443])
  expect(portsOf(rules, 'a.b.mail.example')).toEqual([443])
  for (const name of ['mail.example', 'vin.example', 'xapi.vin.example', ''])
    expect(portsOf(rules, name), name).toEqual([])
})

it('a network is closed where rules are enforced, and open where nothing is declared', () => {
  expect(networkKind(rules)).toBe('closed')
  expect(networkKind({ ...rules, mode: 'report' })).toBe('watched')
  expect(networkKind({ ...rules, mode: 'open' })).toBe('open')
  expect(networkKind({ ...rules, hosts: null })).toBe('open')
})

it('rules that were written by half are none', () => {
  expect(parseRules(JSON.stringify(rules))).toEqual(rules)
  for (const text of ['', '{', '[]', '{"mode":"x","endpoints":[]}']) expect(parseRules(text), text).toBeNull()
})

it('only public addresses and the allow list are reachable, in any spelling', () => {
  const own = ['93.184.216.1/32', '93.184.217.1/24', '2606:2801:220::1/48']
  const may = (address: string, allow: string[] = []) => mayReach(address, 443, allow, own)
  for (const address of ['93.184.216.34', '2606:2800:220::1', '::ffff:93.184.216.34'])
    expect(may(address), address).toBe(true)
  for (const neighbour of ['93.184.217.1', '93.184.217.200', '2606:2801:220::77', '::ffff:93.184.217.5'])
    expect(may(neighbour), neighbour).toBe(false)
  expect(may('93.184.217.200', ['93.184.217.200/32'])).toBe(true)
  const closed = [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '198.18.0.1',
    '93.184.216.1',
  ]
  const closed6 = [
    '::1',
    '::',
    'fe80::1%eth0',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'ff02::1',
  ]
  for (const address of [...closed, ...closed6, 'x']) expect(may(address), address).toBe(false)
  expect(may('10.0.0.1', ['10.0.0.0/24'])).toBe(true)
  expect(may('10.0.0.1', ['10.0.0.1:80'])).toBe(false)
  expect(may('10.0.0.1', ['10.0.0.1:443'])).toBe(true)
})

it('each name keeps an address of its own', () => {
  const addresses = createSyntheticAddresses()
  const first = addresses.of('a.example')
  expect(first).toMatch(/^198\.1[89]\./)
  expect(addresses.of('b.example')).not.toBe(first)
  expect(addresses.of('a.example')).toBe(first)
})

it('counts are kept by hour, host and port, and many hosts together', () => {
  let now = Date.parse('2026-01-01T10:59:59Z')
  const tally = createTally(() => now)
  const to = { host: 'a.example', port: 443 }
  tally.connected(to)
  tally.sent(to, 10)
  now += 1_000
  tally.received(to, 20)
  tally.refused(to, 'no SNI', 3)
  expect(tally.counts()).toMatchObject([
    { hour: '2026-01-01T10:00:00.000Z', connections: 1, sentBytes: 10, receivedBytes: 0, refused: 0 },
    { hour: '2026-01-01T11:00:00.000Z', connections: 0, receivedBytes: 20, refused: 3, lastRefusal: 'no SNI' },
  ])
  for (let number = 0; number < 500; number++) tally.refused({ host: `h${number}.example`, port: 0 }, 'undeclared name')
  const counts = tally.counts()
  expect(counts.length).toBeLessThan(210)
  expect(counts.find(({ host }) => host === OTHER_HOSTS)?.refused).toBeGreaterThan(290)
})

it('adds what a second guard counts to what the first one did', () => {
  const first = createTally(() => 0)
  first.connected({ host: 'a.example', port: 443 })
  first.refused({ host: 'a.example', port: 443 }, 'no SNI')
  first.sent({ host: 'b.example', port: 443 }, 5)
  const second = createTally(() => 0)
  second.connected({ host: 'a.example', port: 443 })
  second.received({ host: 'c.example', port: 443 }, 7)
  expect(addCounts(first.counts(), second.counts())).toMatchObject([
    { host: 'a.example', connections: 2, refused: 1, lastRefusal: 'no SNI' },
    { host: 'b.example', sentBytes: 5 },
    { host: 'c.example', receivedBytes: 7 },
  ])
})
