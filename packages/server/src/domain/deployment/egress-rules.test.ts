import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { egressRules } from './egress-rules.ts'

const manifest = (platform: NonNullable<Manifest['platform']>): Manifest => ({
  name: 'a/b',
  version: '1.0.0',
  platform,
})
const declared = manifest({
  egress: [
    { host: 'api.vin.example', purpose: 'p' },
    { setting: 'url', purpose: 'p' },
  ],
})
const rules = (sources: { settings: object; apiUrl: string }[], of = declared, platformUrls: string[] = []) =>
  egressRules({
    mode: 'enforce',
    manifest: of,
    sources: sources as never,
    platformUrls,
    closedUrls: ['http://127.0.0.1:7070'],
  })

it('a manifest that declares nothing leaves every public host open', () => {
  expect(rules([], manifest({}))).toEqual({ mode: 'enforce', hosts: null, endpoints: [] })
  expect(rules([], manifest({ egress: [] }))).toEqual({ mode: 'enforce', hosts: [], endpoints: [] })
})

it('an address that a customer entered is open while that installation is there, and policy systems always are', () => {
  const one = { settings: { url: 'https://hooks.northwind.example:8443/x' }, apiUrl: 'https://api.policy.example' }
  const two = { settings: { url: 'nonsense' }, apiUrl: 'http://localhost:7080' }
  expect(rules([one, two])).toEqual({
    mode: 'enforce',
    hosts: [
      { host: 'api.policy.example', port: 443 },
      { host: 'api.vin.example', port: 443 },
      { host: 'hooks.northwind.example', port: 8443 },
    ],
    endpoints: [{ host: '127.0.0.1', port: 7080 }],
  })
  expect(rules([]).hosts).toEqual([{ host: 'api.vin.example', port: 443 }])
})

it('the control plane stays closed, whatever a customer enters', () => {
  const one = { settings: { url: 'http://127.0.0.1:7070' }, apiUrl: 'http://localhost:7070' }
  expect(rules([one]).endpoints).toEqual([])
})

it('the same facts in another order are the same rules', () => {
  const one = { settings: { url: 'https://b.example' }, apiUrl: 'https://x.example' }
  const two = { settings: { url: 'https://a.example' }, apiUrl: 'https://y.example' }
  expect(JSON.stringify(rules([one, two, one]))).toBe(JSON.stringify(rules([two, one])))
})

it('parts of the platform that applications call are open too', () => {
  expect(rules([], declared, ['http://127.0.0.1:7073']).endpoints).toEqual([{ host: '127.0.0.1', port: 7073 }])
})

it('names of the platform are marked: inside one network they lead to private addresses', () => {
  const relay = [{ host: 'relay.mkt.svc', port: 7073 }]
  expect(rules([], manifest({ egress: [] }), ['http://relay.mkt.svc:7073'])).toMatchObject({
    hosts: relay,
    platform: relay,
  })
  expect(rules([], declared, ['http://127.0.0.1:7073'])).not.toHaveProperty('platform')
})
