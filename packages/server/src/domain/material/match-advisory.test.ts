import { describe, expect, it } from 'vitest'
import { type Advisory, type Affected, readAdvisory } from './advisory.ts'
import { type Exception, findingsOf, gatedFindings, type Match } from './finding.ts'
import { dataAge, knowledgeOf } from './knowledge.ts'
import { matchAdvisory } from './match-advisory.ts'
import { cvss3Score } from './severity.ts'

const now = new Date('2026-06-01T00:00:00Z')
const npm: Affected = {
  ecosystem: 'npm',
  package: 'left-pad',
  ranges: [{ events: [{ introduced: '0' }, { fixed: '1.2.3' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }] }],
  versions: [],
}
const affected = (version: string, what = npm, ecosystem = 'npm') =>
  matchAdvisory({ ecosystem, name: what.package, version }, what)

describe('an advisory fits a package', () => {
  it('by ranges, however many there are, and names the versions that fix it', () => {
    expect(affected('1.2.2')).toEqual({ fixed: ['1.2.3', '2.1.0'] })
    expect(affected('1.2.3')).toBeUndefined()
    expect(affected('2.0.5')).toEqual({ fixed: ['2.1.0'] })
    expect(affected('2.1.0')).toBeUndefined()
    expect(affected('1.2.3-rc.1')).toBeDefined()
  })

  it('to the last affected version where no fixed one is known, and by single versions', () => {
    const last = { ...npm, ranges: [{ events: [{ introduced: '1.0.0' }, { last_affected: '1.5.0' }] }] }
    expect([affected('1.5.0', last), affected('1.5.1', last), affected('0.9.0', last)]).toEqual([
      { fixed: [] },
      undefined,
      undefined,
    ])
    expect(affected('3.3.3', { ...npm, ranges: [], versions: ['3.3.3'] })).toEqual({ fixed: [] })
  })

  it('only in the release of the distribution that it speaks of', () => {
    const debian = {
      ...npm,
      ecosystem: 'Debian:12',
      package: 'openssl',
      ranges: [{ events: [{ introduced: '0' }, { fixed: '3.0.11-1~deb12u2' }] }],
    }
    expect(affected('3.0.11-1~deb12u1', debian, 'Debian:12')).toBeDefined()
    expect(affected('3.0.11-1', debian, 'Debian:12')).toBeUndefined()
    expect(affected('3.0.11-1~deb12u1', debian, 'Debian:11')).toBeUndefined()
  })
})

describe('reading an advisory', () => {
  const osv = {
    id: 'GHSA-1',
    modified: '2026-01-01T00:00:00Z',
    aliases: ['CVE-2026-1'],
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem: 'npm', name: 'a' },
        ranges: [
          { type: 'SEMVER', events: [{ introduced: '0' }] },
          { type: 'GIT', events: [{ introduced: '0' }] },
        ],
      },
      { package: { ecosystem: 'crates.io', name: 'b' }, versions: ['1'] },
    ],
  }

  it('takes the ecosystems that have an order, and the severity from score or word', () => {
    expect(readAdvisory(JSON.stringify(osv))).toMatchObject({
      severity: 'critical',
      score: 9.8,
      aliases: ['CVE-2026-1'],
      affected: [{ package: 'a', ranges: [{ events: [{ introduced: '0' }] }] }],
    })
    const word = readAdvisory(JSON.stringify({ ...osv, severity: [], database_specific: { severity: 'MODERATE' } }))
    expect((word as Advisory).severity).toBe('medium')
    expect((readAdvisory(JSON.stringify({ ...osv, severity: [] })) as Advisory).severity).toBe('unknown')
  })

  it('says why one cannot be used', () => {
    expect([readAdvisory('{'), readAdvisory('[]'), readAdvisory('{"id":"a"}')]).toEqual([
      { wrong: 'is not JSON' },
      { wrong: 'is not a JSON object' },
      { wrong: 'does not say when it was modified' },
    ])
  })

  it('scores as the specification’s examples do', () => {
    expect(cvss3Score('CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H')).toBe(9.9)
    expect(cvss3Score('CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N')).toBe(6.1)
    expect(cvss3Score('CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:N')).toBe(0)
    expect(cvss3Score('CVSS:4.0/AV:N')).toBeUndefined()
  })
})

describe('findings', () => {
  const match = (advisory: string, more: Partial<Match> = {}): Match => ({
    advisory,
    aliases: [],
    summary: '',
    severity: 'high',
    score: null,
    package: 'a',
    ecosystem: 'npm',
    installed: '1',
    fixed: [],
    firstSeenAt: now,
    ...more,
  })
  const exception = (more: Partial<Exception> = {}): Exception => ({
    id: 'x',
    advisory: 'CVE-1',
    package: null,
    status: 'not_affected',
    reason: 'r',
    author: 'ada',
    until: new Date('2026-07-01'),
    ...more,
  })

  it('that are aliases of each other are one, by the CVE and the worst severity', () => {
    const found = findingsOf(
      [
        match('GHSA-1', { aliases: ['CVE-1'] }),
        match('DSA-9', { severity: 'unknown' }),
        match('OSV-1', { aliases: ['CVE-1', 'DSA-9'], severity: 'critical' }),
      ],
      [],
      now,
    )
    expect(found).toMatchObject([
      { advisory: 'CVE-1', severity: 'critical', aliases: ['DSA-9', 'GHSA-1', 'OSV-1'], state: 'open' },
    ])
  })

  it('an exception counts by any of the names until its date', () => {
    const matches = [match('GHSA-1', { aliases: ['CVE-1'] })]
    expect(findingsOf(matches, [exception()], now)[0]?.state).toBe('not_affected')
    expect(findingsOf(matches, [exception({ until: now })], now)[0]?.state).toBe('open')
    expect(findingsOf(matches, [exception({ package: 'b' })], now)[0]?.state).toBe('open')
  })

  it('the gate refuses what is open and bad enough', () => {
    const found = (status: Exception['status']) => findingsOf([match('CVE-1')], [exception({ status })], now)
    expect(gatedFindings(found('not_affected'), 'high')).toEqual([])
    expect(gatedFindings(found('under_investigation'), 'high')).toHaveLength(1)
    expect(gatedFindings(found('affected'), 'critical')).toEqual([])
    expect(gatedFindings(found('affected'), 'none')).toEqual([])
  })

  it('without data are not known, never clean', () => {
    const data = [{ ecosystem: 'npm', advisories: 1, newestAt: null, importedAt: now }]
    const packages = (...ecosystems: (string | null)[]) => ecosystems.map((ecosystem) => ({ ecosystem, count: 1 }))
    expect(knowledgeOf(null, data)).toBe('unknown')
    expect(knowledgeOf([], data)).toBe('unknown')
    expect(knowledgeOf(packages('npm'), [])).toBe('unknown')
    expect(knowledgeOf(packages('npm', 'Debian:12'), data)).toBe('partly')
    expect(knowledgeOf(packages('npm'), data)).toBe('known')
  })

  it('of one release of a distribution say nothing about another one', () => {
    const of = (ecosystem: string) => [{ ecosystem, advisories: 1, newestAt: null, importedAt: now }]
    expect(knowledgeOf([{ ecosystem: 'Debian:11', count: 1 }], of('Debian:12'))).toBe('unknown')
    expect(knowledgeOf([{ ecosystem: 'Debian:12', count: 1 }], of('Debian:12'))).toBe('known')
    expect(knowledgeOf([{ ecosystem: 'Debian:11', count: 1 }], of('Debian'))).toBe('known')
  })

  it('are as old as the oldest data that was needed, whatever else was imported since', () => {
    const row = (ecosystem: string, day: string) => ({
      ...{ ecosystem, advisories: 1, newestAt: null },
      importedAt: new Date(day),
    })
    const data = [row('npm', '2026-01-01'), row('PyPI', '2026-05-01'), row('Go', '2026-06-01')]
    const packages = [
      { ecosystem: 'npm', count: 3 },
      { ecosystem: 'PyPI', count: 1 },
      { ecosystem: null, count: 1 },
    ]
    expect(dataAge(packages, data)).toEqual(new Date('2026-01-01'))
    expect(dataAge([{ ecosystem: 'Maven', count: 1 }], data)).toBeNull()
    expect(dataAge(null, data)).toBeNull()
  })
})
