import { describe, expect, it } from 'vitest'
import { isUsableTarget, serverAddresses, withTls } from './postgres-address.ts'

describe('an address of PostgreSQL', () => {
  it.each([
    ['postgres://u:p@one/db', ['postgres://u:p@one/db'], false],
    ['postgres://u:p@one:1,two:2/db', ['postgres://u:p@one:1/db', 'postgres://u:p@two:2/db'], true],
    [
      'postgresql://u:a%40b@one,two/db?sslmode=verify-full&target_session_attrs=read-write',
      ['postgresql://u:a%40b@one/db?sslmode=verify-full', 'postgresql://u:a%40b@two/db?sslmode=verify-full'],
      true,
    ],
    ['postgres://[::1]:1,[::2]:2/db', ['postgres://[::1]:1/db', 'postgres://[::2]:2/db'], true],
    [
      'postgres://u@/db?host=/a,/b&port=1,2',
      ['postgres://u@/db?host=%2Fa&port=1', 'postgres://u@/db?host=%2Fb&port=2'],
      true,
    ],
    ['postgres://one,two/db?target_session_attrs=any', ['postgres://one/db', 'postgres://two/db'], false],
    ['postgres://vip/db?target_session_attrs=primary', ['postgres://vip/db'], true],
  ])('%s names each server, and says whether it must take writes', (text, addresses, mustWrite) => {
    expect(serverAddresses(text)).toEqual({ addresses, mustWrite })
  })

  it('may not ask for a standby', () => {
    expect(isUsableTarget('postgres://one,two/db?target_session_attrs=read-write')).toBe(true)
    expect(isUsableTarget('postgres://one,two/db?target_session_attrs=standby')).toBe(false)
  })

  it.each([
    ['postgres://u:p@one:1,two/db', 'postgres://u:p@one:1,two/db?sslmode=verify-full&sslcert=%2Fa+b%2Fc.pem'],
    ['postgres://one/db?sslmode=require', 'postgres://one/db?sslmode=require&sslcert=%2Fa+b%2Fc.pem'],
    ['postgres://u@/db?host=one,two', 'postgres://u@/db?host=one,two&sslmode=verify-full&sslcert=%2Fa+b%2Fc.pem'],
    ['postgres://u@/db?host=%2Frun%2Fpostgresql', 'postgres://u@/db?host=%2Frun%2Fpostgresql'],
    ['postgres:///db', 'postgres:///db'],
  ])('%s takes what is set for TLS, where it says nothing itself and is no socket', (text, completed) => {
    expect(withTls(text, { sslmode: 'verify-full', sslcert: '/a b/c.pem', sslkey: undefined })).toBe(completed)
    expect(withTls(text, {})).toBe(text)
  })
})
