import { expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { reachableAddresses } from './reachable-addresses.ts'

const reachable = (relayUrl: string, allowAddresses: string[] = [], otlpUrl = '') =>
  reachableAddresses({ policy: { allowAddresses }, addresses: { relayUrl, otlpUrl } } as unknown as Platform)

it.each([
  ['http://127.0.0.1:7073', ['127.0.0.1:7073']],
  ['http://localhost:7073', ['127.0.0.1:7073']],
  ['http://10.0.0.5', ['10.0.0.5:80']],
  ['https://10.0.0.5', ['10.0.0.5:443']],
  ['http://[fd00::5]:7073', ['[fd00::5]:7073']],
])('applications reach the relay at %s', (relayUrl, expected) => {
  expect(reachable(relayUrl, ['10.1.0.0/16'])).toEqual(['10.1.0.0/16', ...expected])
})

it.each([[''], ['http://relay.internal:7073']])('a relay at "%s" opens no address', (relayUrl) => {
  expect(reachable(relayUrl, ['10.1.0.0/16'])).toEqual(['10.1.0.0/16'])
})

it('applications reach where telemetry is taken, too', () => {
  expect(reachable('', [], 'http://127.0.0.1:7075')).toEqual(['127.0.0.1:7075'])
})
