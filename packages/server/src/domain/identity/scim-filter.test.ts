import { describe, expect, it } from 'vitest'
import { parseScimFilter } from './scim-filter.ts'

describe('a filter of a directory', () => {
  it.each([
    ['userName eq "Ann@acme.example"', [{ attribute: 'username', value: 'Ann@acme.example' }]],
    ['emails[type eq "work"].value eq "a@b.example"', [{ attribute: 'emails.value', value: 'a@b.example' }]],
    [
      'id eq "scg_1" and members eq "scu_2"',
      [
        { attribute: 'id', value: 'scg_1' },
        { attribute: 'members', value: 'scu_2' },
      ],
    ],
    ['active eq true', [{ attribute: 'active', value: 'true' }]],
    ['displayName EQ "say \\"hi\\""', [{ attribute: 'displayname', value: 'say "hi"' }]],
  ])('%s', (text, clauses) => {
    expect(parseScimFilter(text)).toEqual(clauses)
  })

  it.each([
    'userName co "a"',
    'userName eq',
    'userName eq "a" or id eq "b"',
    '',
    'userName eq "a',
    'userName eq "\\x"',
  ])('refuses %j', (text) => {
    expect(() => parseScimFilter(text)).toThrow(/equalities/)
  })

  it('takes no time over a hostile text', () => {
    // Computing of this thread, which does not depend on what else the machine does.
    const started = process.threadCpuUsage()
    for (const text of [
      `userName eq "${'\\'.repeat(4000)}`,
      'a'.repeat(4000),
      `a[${'['.repeat(4000)}`,
      ' '.repeat(4000),
    ])
      expect(() => parseScimFilter(text)).toThrow()
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(500)
  })
})
