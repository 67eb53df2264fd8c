import { describe, expect, it } from 'vitest'
import { checklistOf, findingsOf } from './dossier.ts'

const complete = { summary: 'S', about: 'A', requirements: 'R', supportContact: 'help@example.test' }
const release = { manifest: { platform: { egress: [] } }, problems: [], warnings: [], liveAt: new Date(0) }
const failed = (given: Parameters<typeof checklistOf>[0], running = 1) =>
  checklistOf(given, running)
    .filter((check) => !check.passed)
    .map((check) => check.id)

describe('the dossier of a review', () => {
  it('finds nothing wrong with a complete listing and a clean release', () => {
    expect(findingsOf({ listing: complete, release })).toEqual([])
    expect(failed({ listing: complete, release })).toEqual([])
  })

  it('names every missing text', () => {
    const listing = { summary: '', about: ' ', requirements: '', supportContact: '' }
    expect(findingsOf({ listing, release }).map((row) => row.rule)).toEqual([
      'listing.summary.missing',
      'listing.about.missing',
      'listing.requirements.missing',
      'listing.supportContact.missing',
    ])
    expect(failed({ listing, release })).toEqual(['texts', 'support'])
  })

  it('names every path that is open without the caller secret', () => {
    const open = { ...release, manifest: { platform: { egress: [], public: ['/a', '/b/*'] } } }
    expect(findingsOf({ listing: complete, release: open }).map((row) => [row.rule, row.pointer])).toEqual([
      ['public.path.open', '/platform/public/0'],
      ['public.path.open', '/platform/public/1'],
    ])
    expect(failed({ listing: complete, release: open })).toEqual(['public-paths'])
  })

  it('tells where the app sends data, and that an app which does not say may send it anywhere', () => {
    const app = { fields: [{ name: 'url', title: 'Address for notices' }] }
    const egressOf = (platform: object) =>
      checklistOf({ listing: complete, release: { ...release, manifest: { app, platform } } }, 1).find(
        (check) => check.id === 'egress',
      )
    expect(egressOf({})).toMatchObject({ passed: false, detail: 'It may send data anywhere: every public host' })
    expect(egressOf({ egress: [] })).toMatchObject({ passed: true, detail: 'Nowhere' })
    const entries = [
      { host: 'api.vin.example', purpose: 'decodes numbers', personalData: true },
      { setting: 'url', purpose: 'sends notices' },
    ]
    expect(egressOf({ egress: entries })?.detail).toBe(
      'api.vin.example:443 (decodes numbers, personal data); the address in “Address for notices” (sends notices)',
    )
    expect(egressOf({ egress: entries.slice(1) })?.detail).toBe('The address in “Address for notices” (sends notices)')
  })

  it('carries what was found in manifest and image', () => {
    const finding = { rule: 'image.user.root', severity: 'warning' as const, pointer: '', message: 'Runs as root.' }
    const problem = { rule: 'x', severity: 'error' as const, pointer: '/x', message: 'X' }
    const bad = { ...release, problems: [problem], warnings: [finding] }
    expect(findingsOf({ listing: complete, release: bad })).toEqual([problem, finding])
    expect(failed({ listing: complete, release: bad })).toEqual(['manifest'])
  })

  it('counts in the checklist what the findings say of manifest and image, open paths too', () => {
    const finding = { rule: 'image.user.root', severity: 'warning' as const, pointer: '', message: 'Runs as root.' }
    const open = { ...release, manifest: { platform: { egress: [], public: ['/a'] } }, warnings: [finding] }
    const counted = (of: Parameters<typeof checklistOf>[0]['release']) =>
      checklistOf({ listing: complete, release: of }, 1).find((check) => check.id === 'manifest')?.detail
    expect(findingsOf({ listing: complete, release: open })).toHaveLength(2)
    expect(counted(open)).toBe('0 problems, 2 warnings in manifest and image')
    expect(counted(release)).toBe('0 problems, 0 warnings in manifest and image')
  })

  it('tells the moment a release went live as a moment, for each to read in their own zone', () => {
    const runs = (liveAt: Date | null) =>
      checklistOf({ listing: complete, release: { ...release, liveAt } }, 1).find(({ id }) => id === 'runs')
    const liveAt = new Date('2026-11-02T10:00:00Z')
    expect(runs(liveAt)).toMatchObject({ detail: 'It went live', at: liveAt })
    expect(runs(null)).toMatchObject({ detail: 'It was never live', at: null })
  })

  it('wants a release that has run and a test installation that runs', () => {
    expect(failed({ listing: complete, release: { ...release, liveAt: null } }, 0)).toEqual(['runs', 'tested'])
  })
})
