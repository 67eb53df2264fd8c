import { expect, it } from 'vitest'
import { createServers } from './servers.ts'

const [one, two] = ['postgres://one/db', 'postgres://two/db']
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('the server that takes writes is used once a connection to the former one failed', async () => {
  const writable = new Set([one])
  const servers = createServers('postgres://one,two/db', async (address) => writable.has(address))
  const moves: string[] = []
  servers.onMove((server) => moves.push(server))
  expect(servers.current).toBe(one)
  writable.clear()
  servers.failed(one)
  await settled()
  expect(servers.current).toBe(one)
  writable.add(two)
  servers.failed(one)
  await settled()
  expect([servers.current, moves]).toEqual([two, [two]])
})

it('a failure of a server that is not used any more moves nothing', async () => {
  let asked = 0
  const servers = createServers('postgres://one,two/db', async (address) => {
    asked += 1
    return address === two
  })
  servers.failed(one)
  await settled()
  servers.failed(one)
  await settled()
  expect([servers.current, asked]).toEqual([two, 2])
})

it('a single server is never asked about', async () => {
  let asked = 0
  const servers = createServers(one, async () => {
    asked += 1
    return true
  })
  servers.failed(one)
  await settled()
  expect([servers.current, asked]).toEqual([one, 0])
})

it('a command finds the server that takes writes before its first connection, and asks once for all who wait', async () => {
  let asked = 0
  const servers = createServers('postgres://one,two/db', async (address) => {
    asked += 1
    return address === two
  })
  await Promise.all([servers.findWriter(), servers.findWriter()])
  expect([servers.current, asked]).toEqual([two, 2])
})

it('a search that finds no server ends, and the first one stays', async () => {
  const servers = createServers('postgres://one,two/db', async () => false)
  await servers.findWriter()
  expect(servers.current).toBe(one)
})
