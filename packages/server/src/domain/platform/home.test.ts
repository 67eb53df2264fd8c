import { describe, expect, it } from 'vitest'
import { differencesFrom, type Home, isNews } from './home.ts'

const home: Home = { database: { system: '7100', oid: 16_384 }, gatewayUrl: 'https://gateway.example.com' }
const differences = (found: Partial<Home>, recorded: Partial<Home> = {}) =>
  differencesFrom({ ...home, ...recorded }, { ...home, ...found })

describe('what a start finds different from the recorded home', () => {
  it('is nothing at home, also after a failover, which keeps system identifier and number', () => {
    expect(differences({})).toEqual([])
  })
  it('is the database where a dump was restored: on another server, or beside the original', () => {
    expect(differences({ database: { system: '7200', oid: 16_384 } })).toEqual(['database'])
    expect(differences({ database: { system: '7100', oid: 16_999 } })).toEqual(['database'])
  })
  it('is judged by the number, and by who wrote the record, where a server does not show its system identifier', () => {
    const hidden = { database: { system: null, oid: 16_384 } }
    expect(differences(hidden)).toEqual([])
    expect(differences({ database: { system: null, oid: 16_999 } })).toEqual(['database'])
    expect(differences(hidden, { rewritten: true })).toEqual(['database'])
    expect(differences({}, { ...hidden, rewritten: true })).toEqual(['database'])
    expect(differences({}, { rewritten: true })).toEqual([])
  })
  it('is the gateway where a snapshot runs at another address, loopback included', () => {
    expect(differences({ gatewayUrl: 'https://staging.example.com' })).toEqual(['gateway'])
    expect(differences({ gatewayUrl: 'http://127.0.0.1:7071' })).toEqual(['gateway'])
  })
  it('is nothing for ports that change on one machine, or a first public address', () => {
    const recorded = { gatewayUrl: 'http://127.0.0.1:7071' }
    expect(differences({ gatewayUrl: 'http://127.0.0.1:40123' }, recorded)).toEqual([])
    expect(differences({ gatewayUrl: 'https://gateway.example.com' }, recorded)).toEqual([])
  })
  it('is nothing for the address of a laptop, and of a process that registers none', () => {
    const recorded = { gatewayUrl: 'http://192.168.1.5:7071', laptop: true }
    expect(differences({ gatewayUrl: 'http://192.168.1.7:7071', laptop: true }, recorded)).toEqual([])
    expect(differences({ gatewayUrl: null })).toEqual([])
  })
  it('is the gateway where a laptop starts a copy of a public home, or another start a home of a laptop', () => {
    const laptop = { gatewayUrl: 'http://127.0.0.1:7071', laptop: true }
    expect(differences(laptop)).toEqual(['gateway'])
    expect(differences(laptop, { laptop: false })).toEqual(['gateway'])
    expect(differences({ laptop: false }, { gatewayUrl: 'http://192.168.1.5:7071', laptop: true })).toEqual(['gateway'])
  })
  it('is nothing where an address is written with its default port or in capitals', () => {
    expect(differences({}, { gatewayUrl: 'https://Gateway.Example.com:443' })).toEqual([])
    expect(differences({ gatewayUrl: 'HTTPS://GATEWAY.example.com' })).toEqual([])
  })
})

it('a start that is no laptop any more is recorded, and a laptop start never makes a public home one of a laptop', () => {
  expect(isNews({ ...home, laptop: true }, { ...home, laptop: false })).toBe(true)
  expect(isNews({ ...home, laptop: false }, { ...home, laptop: true })).toBe(false)
  expect(isNews(home, { ...home, laptop: true })).toBe(false)
})
