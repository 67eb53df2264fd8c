import { describe, expect, it } from 'vitest'
import { checkVersion } from './releases.ts'

describe('a version', () => {
  it('may be used once', () => {
    expect(() => checkVersion('1.1.0', ['1.1.0', '1.0.0'])).toThrow(
      expect.objectContaining({ code: 'version_taken', extra: { existing: ['1.1.0', '1.0.0'], next: '1.2.0' } }),
    )
  })

  it('must be higher than every release of the same major', () => {
    expect(() => checkVersion('1.9.0', ['1.10.0', '2.0.0'])).toThrow(
      expect.objectContaining({ code: 'version_not_newer' }),
    )
    expect(() => checkVersion('1.10.1', ['1.10.0', '2.0.0'])).not.toThrow()
    expect(() => checkVersion('3.0.0', ['1.10.0', '2.0.0'])).not.toThrow()
  })
})
