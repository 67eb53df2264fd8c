import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { enforcementOf } from '../deployment/egress-enforcement.ts'
import { declaredOf, forCustomer, nameOwnParts, OTHER_CUSTOMERS } from './egress.ts'

const manifest: Manifest = {
  name: 'a/b',
  version: '1.0.0',
  platform: {
    egress: [
      { host: '*.vin.example', purpose: 'p', personalData: true },
      { setting: 'url', purpose: 'q' },
    ],
  },
}
const hour = new Date('2026-01-01T10:00:00Z')
const row = (host: string, port = 443, refused = 0) => ({
  ...{ hour, host, port, connections: 1, sentBytes: 10, receivedBytes: 20, refused },
  lastRefusal: refused > 0 ? 'SNI differs' : null,
})

it('a customer is told whether what is declared is enforced, and why not', () => {
  expect(enforcementOf('enforce', true, undefined)).toEqual({ state: 'enforced', reason: null })
  expect(enforcementOf('enforce', true, 'it is old').reason).toContain('it is old')
  expect(enforcementOf('report', true, undefined).state).toBe('reported')
  expect(enforcementOf('open', true, undefined).state).toBe('open')
  expect(enforcementOf('enforce', false, undefined)).toMatchObject({ state: 'undeclared' })
})

it('what is declared stands with the host that the customer entered', () => {
  expect(declaredOf(manifest, { url: 'https://hooks.northwind.example' })).toEqual([
    { host: '*.vin.example', port: 443, setting: null, purpose: 'p', personalData: true },
    { host: 'hooks.northwind.example', port: 443, setting: 'url', purpose: 'q', personalData: false },
  ])
  expect(declaredOf(manifest, {})?.[1]).toMatchObject({ host: null, port: null, setting: 'url' })
  expect(declaredOf({ name: 'a/b', version: '1.0.0' }, {})).toBeNull()
})

it('a customer sees declared and own hosts by name, and those of other customers only added up', () => {
  const declared = declaredOf(manifest, { url: 'https://hooks.northwind.example' }) ?? []
  const rows = [
    'api.vin.example',
    'hooks.northwind.example',
    'hooks.contoso.example',
    'hooks.fabrikam.example',
    'api.policy.example',
  ]
  const shown = forCustomer(
    [...rows.map((host) => row(host)), row('(address)', 0, 3)],
    declared,
    'https://api.policy.example',
  )
  expect(shown.map(({ host, declared, connections }) => [host, declared, connections])).toEqual([
    ['api.vin.example', true, 1],
    ['hooks.northwind.example', true, 1],
    [OTHER_CUSTOMERS, false, 2],
    ['api.policy.example', true, 1],
    ['(address)', false, 1],
  ])
  expect(JSON.stringify(shown)).not.toMatch(/contoso|fabrikam/)
})

it('relay and telemetry port are the platform itself: they have names, and need no declaration', () => {
  const own = { relayUrl: 'http://127.0.0.1:7073', otlpUrl: 'http://127.0.0.1:7075' }
  const rows = nameOwnParts([row('127.0.0.1', 7073), row('127.0.0.1', 7075), row('127.0.0.1', 9000)], own)
  expect(forCustomer(rows, [], '').map(({ host, port, declared }) => [host, port, declared])).toEqual([
    ['(relay)', 0, true],
    ['(telemetry)', 0, true],
    [OTHER_CUSTOMERS, 0, false],
  ])
  expect(nameOwnParts([row('127.0.0.1', 7073)], { relayUrl: '', otlpUrl: '' })).toEqual([row('127.0.0.1', 7073)])
})
