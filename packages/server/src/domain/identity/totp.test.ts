import { describe, expect, it } from 'vitest'
import { acceptedStep, base32, stepAt, totpCode, totpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

describe('a one-time password', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at second %i is the one of the test vectors of RFC 6238', (second, code) => {
    expect(totpCode(secret, stepAt(at(second)), 8)).toBe(code)
  })

  it('is taken in its own step and the two beside it, and not further away', () => {
    const now = at(1_000_000 * 30)
    const tried = [-2, -1, 0, 1, 2].map((away) => acceptedStep(secret, totpCode(secret, 1_000_000 + away), 0, now))
    expect(tried).toEqual([undefined, 999_999, 1_000_000, 1_000_001, undefined])
  })

  it('is refused a second time within its window, and so is every older one', () => {
    const now = at(1_000_000 * 30)
    const code = totpCode(secret, 1_000_000)
    expect(acceptedStep(secret, code, 999_999, now)).toBe(1_000_000)
    expect(acceptedStep(secret, code, 1_000_000, now)).toBeUndefined()
    expect(acceptedStep(secret, totpCode(secret, 999_999), 1_000_000, now)).toBeUndefined()
  })

  it('may be typed with a space, and nothing else is mistaken for one', () => {
    const now = at(1_000_000 * 30)
    const code = totpCode(secret, 1_000_000)
    expect(acceptedStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, 0, now)).toBe(1_000_000)
    for (const wrong of ['', '1', `${code}0`, 'abcdef', '٠١٢٣٤٥'])
      expect(acceptedStep(secret, wrong, 0, now)).toBeUndefined()
  })

  it('is set up by an address that authenticator apps read', () => {
    expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(totpUri(secret, 'ann@example.com', 'MKT market')).toBe(
      'otpauth://totp/MKT%20market:ann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=MKT%20market',
    )
  })
})
