import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('gives ports that nobody has, each once, below those that the kernel hands out', async () => {
  const first = Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  // A kernel that hands out nearly all of them leaves none below.
  const end = first > 16_000 ? first : 65_536
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))
  expect(new Set(ports).size).toBe(50)
  expect(Math.max(...ports)).toBeLessThan(end)
  const server = createServer().listen(ports[0], '127.0.0.1')
  await once(server, 'listening')
  server.close()
})

it('says what is wrong with an address that this machine has not', async () => {
  await expect(freePort('192.0.2.99')).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
})
