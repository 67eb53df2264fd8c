import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseHosts, parseResolvConf } from './name-files.ts'
import { candidates, createSystemResolve } from './system-resolve.ts'

const known: Readonly<Record<string, string>> = {
  'honest.test': '192.0.2.1',
  'policy.ns.svc.cluster.test': '192.0.2.2',
}
const asked: string[] = []

/** A name server that knows a few names, says of others that there are none, and stays silent about `silent`. */
const server = createSocket('udp4')
server.on('message', (question, from) => {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const name = labels.join('.').toLowerCase()
  const isFour = question.readUInt16BE(at + 1) === 1
  asked.push(name)
  if (name.includes('silent')) return
  const address = known[name]
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(address === undefined ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(address !== undefined && isFour ? 1 : 0, 6)
  head.fill(0, 8)
  const parts = [head, question.subarray(12, at + 5)]
  if (address !== undefined && isFour)
    parts.push(Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]))
  server.send(Buffer.concat(parts), from.port, from.address)
})
server.bind(0, '127.0.0.1')
await once(server, 'listening')
const port = (server.address() as AddressInfo).port
afterAll(() => server.close())

const folder = await mkdtemp(join(tmpdir(), 'mkt-names-'))
const hosts = join(folder, 'hosts')
const resolvConf = join(folder, 'resolv.conf')
await writeFile(hosts, '127.0.0.1 localhost\n192.0.2.9 Listed.test alias # a comment\n')
await writeFile(resolvConf, 'nameserver 192.0.2.53\nsearch ns.svc.cluster.test svc.cluster.test\noptions ndots:5\n')
const make = (change: { deadlineMs?: number; most?: number } = {}) =>
  createSystemResolve({ hosts, resolvConf, servers: [`127.0.0.1:${port}`], ...change })

test('names whose servers stay silent delay no other name, and end at a deadline', async () => {
  const resolve = make({ deadlineMs: 10_000 })
  let over = 0
  const silent = Array.from({ length: 50 }, (_, index) =>
    resolve(`silent-${index}.test.`).then(
      () => (over += 1),
      () => (over += 1),
    ),
  )
  expect(await resolve('honest.test.')).toEqual([{ address: '192.0.2.1', family: 4 }])
  expect(over).toBe(0)
  await Promise.all(silent)
})

test('a name without an answer ends at the deadline, and no more are asked than may be', async () => {
  const resolve = make({ deadlineMs: 1, most: 1 })
  const first = resolve('silent.test.')
  expect(await resolve('honest.test.')).toEqual([])
  expect(await first).toEqual([])
})

test('a short name is found in the search domains, as in a cluster; the hosts file comes first', async () => {
  const resolve = make()
  expect(await resolve('policy')).toEqual([{ address: '192.0.2.2', family: 4 }])
  expect(await resolve('LISTED.test')).toEqual([{ address: '192.0.2.9', family: 4 }])
  expect(await resolve('alias')).toEqual([{ address: '192.0.2.9', family: 4 }])
  expect(await resolve('localhost')).toEqual([{ address: '127.0.0.1', family: 4 }])
  expect(await resolve('nowhere.test.')).toEqual([])
  expect(asked).not.toContain('listed.test')
})

test('an address stands for itself, without a question', async () => {
  expect(await make()('127.0.0.1')).toEqual([{ address: '127.0.0.1', family: 4 }])
  expect(await make()('2001:DB8::1')).toEqual([{ address: '2001:db8::1', family: 6 }])
  expect(asked.filter((name) => name.startsWith('127.') || name.includes('2001'))).toEqual([])
})

test('what is asked several times at once is asked once', async () => {
  const resolve = make()
  asked.length = 0
  await Promise.all(Array.from({ length: 20 }, () => resolve('honest.test.')))
  expect(asked.filter((name) => name === 'honest.test').length).toBeLessThanOrEqual(2)
})

test('candidates follow ndots and a final dot', () => {
  const search = ['a.test', 'b.test']
  expect(candidates('one', { search, ndots: 1 })).toEqual(['one.a.test', 'one.b.test', 'one'])
  expect(candidates('one.two', { search, ndots: 1 })).toEqual(['one.two', 'one.two.a.test', 'one.two.b.test'])
  expect(candidates('one.two.', { search, ndots: 5 })).toEqual(['one.two'])
})

test('reads the files of the machine', () => {
  expect([...parseHosts('# none\n::1 localhost ip6\n127.0.0.1 localhost\nno-address name\n')]).toEqual([
    ['localhost', ['::1', '127.0.0.1']],
    ['ip6', ['::1']],
  ])
  expect(parseResolvConf('domain x.test.\nnameserver 1.1.1.1\nnameserver 2.2.2.2\n')).toEqual({
    search: ['x.test'],
    ndots: 1,
    servers: '1.1.1.1 2.2.2.2',
  })
})
