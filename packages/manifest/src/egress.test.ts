import { expect, it } from 'vitest'
import { addressEndpoint, coversHost, declaredEgress } from './egress.ts'

it('a wildcard covers every depth below its name, and not the name itself', () => {
  for (const name of ['a.vin.example', 'a.b.vin.example', '*.eu.vin.example'])
    expect(coversHost('*.vin.example', name), name).toBe(true)
  for (const name of ['vin.example', '.vin.example', 'xvin.example', 'vin.example.org', 'a.vin.example.'])
    expect(coversHost('*.vin.example', name), name).toBe(false)
})

it('declared hosts have their defaults and are lower case', () => {
  const manifest = (egress: object[]) => ({ name: 'a/b', version: '1.0.0', platform: { egress } }) as never
  expect(declaredEgress({ name: 'a/b', version: '1.0.0' })).toBeUndefined()
  expect(
    declaredEgress(
      manifest([
        { host: 'A.Example', purpose: 'p' },
        { setting: 'url', purpose: 'q' },
      ]),
    ),
  ).toEqual({
    hosts: [{ host: 'a.example', port: 443, purpose: 'p', personalData: false }],
    settings: [{ setting: 'url', purpose: 'q', personalData: false }],
  })
})

it('the endpoint of an address is its host and port, of web addresses only', () => {
  expect(addressEndpoint(' https://Hooks.Northwind.example/x ')).toEqual({ host: 'hooks.northwind.example', port: 443 })
  expect(addressEndpoint('http://a.example.')).toEqual({ host: 'a.example', port: 80 })
  expect(addressEndpoint('https://u:p@a.example:8443')).toEqual({ host: 'a.example', port: 8443 })
  expect(addressEndpoint('http://0x7f.1:9000')).toEqual({ host: '127.0.0.1', port: 9000 })
  for (const other of [
    '',
    'a.example',
    'ftp://a.example',
    'https://localhost',
    'https://intranet',
    'http://[::1]',
    7,
    undefined,
  ])
    expect(addressEndpoint(other), String(other)).toBeUndefined()
})
