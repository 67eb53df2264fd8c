import { describe, expect, it } from 'vitest'
import { differencesFrom, type Home } from './home.ts'

const home: Home = { database: { system: '7100', oid: 16_384 }, gatewayUrl: 'https://gateway.example.com' }
const differences = (found: Partial<Home>, laptop = false, recorded: Partial<Home> = {}) =>
  differencesFrom({ ...home, ...recorded }, { ...home, ...found }, laptop)

describe('what a start finds different from the recorded home', () => {
  it('is nothing at home, also after a failover, which keeps system identifier and number', () => {
    expect(differences({})).toEqual([])
  })
  it('is the database where a dump was restored: on another server, or beside the original', () => {
    expect(differences({ database: { system: '7200', oid: 16_384 } })).toEqual(['database'])
    expect(differences({ database: { system: '7100', oid: 16_999 } })).toEqual(['database'])
  })
  it('is judged by the number alone where the server does not show its system identifier', () => {
    expect(differences({ database: { system: null, oid: 16_384 } })).toEqual([])
    expect(differences({ database: { system: null, oid: 16_999 } })).toEqual(['database'])
  })
  it('is the gateway where a snapshot runs at another address, loopback included', () => {
    expect(differences({ gatewayUrl: 'https://staging.example.com' })).toEqual(['gateway'])
    expect(differences({ gatewayUrl: 'http://127.0.0.1:7071' })).toEqual(['gateway'])
  })
  it('is nothing for ports that change on one machine, or a first public address', () => {
    const recorded = { gatewayUrl: 'http://127.0.0.1:7071' }
    expect(differences({ gatewayUrl: 'http://127.0.0.1:40123' }, false, recorded)).toEqual([])
    expect(differences({ gatewayUrl: 'https://gateway.example.com' }, false, recorded)).toEqual([])
  })
  it('is nothing for the address of a laptop, and of a process that registers none', () => {
    expect(differences({ gatewayUrl: 'http://192.168.1.7:7071' }, true)).toEqual([])
    expect(differences({ gatewayUrl: null })).toEqual([])
  })
})
