import { expect, it } from 'vitest'
import { isLoopback, originEndpoint, parseAllowedAddress } from './addresses.ts'

it('reads every form of the allow list and refuses everything else', () => {
  expect(parseAllowedAddress('10.1.2.3')).toEqual({ kind: 'network', cidr: '10.1.2.3/32', family: 4 })
  expect(parseAllowedAddress(' 10.1.0.0/16 ')).toEqual({ kind: 'network', cidr: '10.1.0.0/16', family: 4 })
  expect(parseAllowedAddress('127.0.0.1:7080')).toEqual({ kind: 'endpoint', host: '127.0.0.1', port: 7080 })
  expect(parseAllowedAddress('[::1]:7080')).toEqual({ kind: 'endpoint', host: '::1', port: 7080 })
  expect(parseAllowedAddress('fd00::/8')).toEqual({ kind: 'network', cidr: 'fd00::/8', family: 6 })
  for (const wrong of [
    '',
    'example.com',
    'example.com:80',
    '10.1.2.3:0',
    '10.1.2.3:70000',
    '10.1.2.3/x',
    '; rm -rf /',
  ]) {
    expect(parseAllowedAddress(wrong), wrong).toBeNull()
  }
})

it('knows host and port of an origin', () => {
  expect(originEndpoint('http://127.0.0.1:7072')).toEqual({ host: '127.0.0.1', port: 7072 })
  expect(originEndpoint('https://state.example.com')).toEqual({ host: 'state.example.com', port: 443 })
  expect(originEndpoint('http://[::1]:7072')).toEqual({ host: '::1', port: 7072 })
  expect([isLoopback('127.9.9.9'), isLoopback('localhost'), isLoopback('128.0.0.1')]).toEqual([true, true, false])
})
