import { expect, test } from 'vitest'
import { notesOf, planRelease, type Repository } from './plan-release.ts'

const changelog = `# Changelog

## [Unreleased]

### Added

- Costs $& less.

## [0.1.0] - 2026-01-02

- The first.
`
const repository: Repository = { version: '0.1.0', changelog, tags: ['v0.1.0'], dirty: [] }

test('a release takes what was unreleased as its notes and leaves an empty section for what comes', () => {
  const plan = planRelease(repository, '0.2.0', '2026-11-17')
  expect(plan).toEqual({
    tag: 'v0.2.0',
    notes: '### Added\n\n- Costs $& less.\n',
    changelog: changelog.replace('## [Unreleased]', '## [Unreleased]\n\n## [0.2.0] - 2026-11-17'),
  })
})

test('the first release may have the version that the packages say already', () => {
  expect(planRelease({ ...repository, tags: [] }, '0.1.0', '2026-11-17')).toMatchObject({ tag: 'v0.1.0' })
})

test('everything that stands in the way of a release is told at once', () => {
  const untidy = { ...repository, version: '0.3.0', tags: ['v0.2.0'], dirty: ['notes.txt'], changelog: '# Changelog\n' }
  const plan = planRelease(untidy, '0.2.0', '2026-11-17')
  expect(plan).toEqual({
    problems: [
      '0.2.0 is below 0.3.0, the version of the packages',
      'v0.2.0 is released already; choose a higher version',
      'commit or remove first: notes.txt',
      'CHANGELOG.md says nothing below [Unreleased]; write what changed for users',
    ],
  })
})

test('what no release needs any more stands in the way of the next one, but not of a correction', () => {
  const late = { ...repository, leftovers: ['index ledger_former of ledger'] }
  expect(planRelease(late, '0.2.0', '2026-11-17')).toEqual({
    problems: [expect.stringMatching(/by a migration.*index ledger_former of ledger$/)],
  })
  expect(planRelease(late, '0.1.1', '2026-11-17')).toMatchObject({ tag: 'v0.1.1' })
})

test('a release knows the advisories of the last 60 days, unless somebody allows older ones', () => {
  const snapshot = (advisoriesTaken: string) => planRelease({ ...repository, advisoriesTaken }, '0.2.0', '2026-11-17')
  expect(snapshot('2026-09-18')).toMatchObject({ tag: 'v0.2.0' })
  expect(snapshot('2026-09-17')).toEqual({
    problems: [expect.stringMatching(/61 days old, at most 60 .*--stale-advisories$/)],
  })
})

test.each(['', '1', '1.2', '01.2.3', '1.2.3-rc.1', 'v1.2.3', '1.2.3\n'])('%j is no version', (wanted) => {
  expect(planRelease(repository, wanted, '2026-11-17')).toEqual({
    problems: [expect.stringContaining('three numbers')],
  })
})

test('the notes of a released version are its own section, of a coming one what is unreleased', () => {
  expect(notesOf(changelog, '0.1.0')).toBe('- The first.\n')
  expect(notesOf(changelog, '0.2.0')).toBe('### Added\n\n- Costs $& less.\n')
})
