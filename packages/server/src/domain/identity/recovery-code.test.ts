import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../lib/random.ts'
import { newRecoveryCodes, recoveryCodeText } from './recovery-code.ts'

describe('recovery codes', () => {
  it('are ten different ones without letters that are mistaken for each other', () => {
    const codes = newRecoveryCodes(seededRandom('codes'))
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
  })

  it('mean the same with or without hyphens, spaces and capitals', () => {
    expect(recoveryCodeText(' ABCD-efgh 2345-JKMN ')).toBe(recoveryCodeText('abcdefgh2345jkmn'))
  })
})
