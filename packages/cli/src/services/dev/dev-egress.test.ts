import type { EgressCount } from '@mkt/engines'
import { expect, it } from 'vitest'
import { devEgress, refusedLines } from './dev-egress.ts'

const manifest = {
  name: 'a/b',
  version: '1.0.0',
  platform: {
    egress: [
      { host: 'api.vin.example', purpose: 'p' },
      { setting: 'url', purpose: 'p' },
    ],
  },
}

it('what is declared, entered and simulated is open, and without a declaration every public host', () => {
  expect(devEgress(manifest, { url: 'https://hook.example/x' }, ['http://localhost:7080'])).toEqual({
    mode: 'enforce',
    hosts: [
      { host: 'api.vin.example', port: 443 },
      { host: 'hook.example', port: 443 },
    ],
    endpoints: [{ host: '127.0.0.1', port: 7080 }],
  })
  expect(devEgress({ name: 'a/b', version: '1.0.0' }, {}, ['http://127.0.0.1:1']).hosts).toBeNull()
})

it('an address of this machine that is entered is open while it is', () => {
  const entered = (url: string) => devEgress(manifest, { url }, ['http://127.0.0.1:7080']).endpoints
  expect(entered('http://localhost:9000/x')).toEqual([
    { host: '127.0.0.1', port: 7080 },
    { host: '127.0.0.1', port: 9000 },
  ])
  expect(entered('')).toEqual([{ host: '127.0.0.1', port: 7080 }])
})

it('a host whose name begins with localhost is that host', () => {
  const { hosts } = devEgress(manifest, { url: 'https://localhost.acme.example/x' }, ['http://127.0.0.1:7080'])
  expect(hosts).toContainEqual({ host: 'localhost.acme.example', port: 443 })
})

it('a refusal is told once, with the host, the reason and what to do', () => {
  const seen = new Map<string, number>()
  const count = { hour: 'h', host: 'evil.example', port: 0, refused: 1, lastRefusal: 'undeclared name' } as EgressCount
  expect(refusedLines([count], seen)).toEqual([
    'egress refused: evil.example (undeclared name); declare it under platform.egress of platform-app.json',
  ])
  expect(refusedLines([count], seen)).toEqual([])
  expect(refusedLines([{ ...count, refused: 2 }], seen)).toHaveLength(1)
})
