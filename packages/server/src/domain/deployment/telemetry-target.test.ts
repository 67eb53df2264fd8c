import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { containerVariables, telemetryTarget } from './telemetry-target.ts'

const open: Manifest = { name: 'acme/app', version: '1.0.0' }
const closed = (...hosts: string[]) =>
  ({ ...open, platform: { egress: hosts.map((host) => ({ host, purpose: 'telemetry' })) } }) as Manifest
const variables = (address: string, headers?: string) => ({
  MKT_OTLP_FORWARD: address,
  ...(headers === undefined ? {} : { MKT_OTLP_FORWARD_HEADERS: headers }),
})

it('telemetry goes to the collector that the publisher names, with its headers', () => {
  expect(telemetryTarget(variables('https://otel.acme.example/base/', 'authorization=Bearer%20abc'), open)).toEqual({
    endpoint: 'https://otel.acme.example/base',
    headers: { authorization: 'Bearer abc' },
  })
  expect(telemetryTarget({}, open)).toBeNull()
})

it('a manifest that declares egress must declare the collector, with its port', () => {
  const address = variables('https://otel.acme.example')
  expect(telemetryTarget(address, closed('other.example'))).toHaveProperty('refused')
  expect(telemetryTarget(variables('https://otel.acme.example:4318'), closed('otel.acme.example'))).toHaveProperty(
    'refused',
  )
  expect(telemetryTarget(address, closed('*.acme.example'))).toHaveProperty('endpoint')
})

it.each([
  ['ftp://otel.acme.example', undefined],
  ['nothing', undefined],
  ['https://otel.acme.example', 'no list'],
  ['https://otel.acme.example', 'a=line%0Abreak'],
  ['https://otel.acme.example', 'host%3A=x y%'],
  ['https://otel.acme.example', 'Host=other.example'],
  ['https://otel.acme.example', 'transfer-encoding=chunked'],
  ['https://otel.acme.example/any/path?x=', undefined],
  ['https://otel.acme.example/any/path#', undefined],
  ['https://user:pass@otel.acme.example', undefined],
])('what cannot be used is refused with a reason: %s %s', (address, headers) => {
  expect(telemetryTarget(variables(address, headers), open)).toHaveProperty('refused')
})

it('containers do not get the address of the collector or its credential', () => {
  expect(containerVariables({ ...variables('https://otel.acme.example', 'a=b'), OWN: '1' })).toEqual({ OWN: '1' })
})
