import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Findings } from '../../../queries/release/findings.ts'
import { publisher } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { visit } from '../../../testing/render.tsx'
import { listing } from '../../../testing/things.ts'
import { trust } from '../../../texts/trust.ts'

const texts = trust.findings
const at = '2026-03-01T10:00:00.000Z'
const open = { critical: 1, high: 0, medium: 0, low: 0, none: 0, unknown: 0 }
const found: Findings['items'][number] = {
  ...{ advisory: 'CVE-2026-1', aliases: [], summary: 'Bad.', severity: 'critical', score: 9.8 },
  ...{ package: 'left-pad', ecosystem: 'npm', installed: '1.0.0', fixed: ['1.0.1'] },
  ...{ state: 'open', exception: null, firstSeenAt: at },
}
const findings = (change: Partial<Findings> = {}): Findings => ({
  ...{ items: [found], next: null, knowledge: 'known', open },
  data: [{ ecosystem: 'npm', advisories: 3, newestAt: at, importedAt: at }],
  packages: [],
  ...change,
})
const own = listing({ own: true, state: 'DRAFT' })

it('a developer excepts a finding with a state, a reason and an end; a viewer only reads', async () => {
  const until = '2026-06-01T00:00:00.000Z'
  const exception = { id: 'exc_1', advisory: 'CVE-2026-1', package: 'left-pad', author: 'dev@zenith.test', until }
  const answers = {
    getListing: own,
    getFindings: findings(),
    createException: { ...exception, status: 'not_affected' as const, reason: 'Not reachable.' },
  }
  const { api, user } = visit('/publish/listing_1/findings', { as: publisher('developer'), answers })
  await user.click(await screen.findByRole('button', { name: new RegExp(texts.except) }))
  await user.type(await screen.findByLabelText(new RegExp(texts.reason)), 'Not reachable.')
  await user.click(screen.getByRole('button', { name: texts.save }))
  await screen.findByText(texts.saved)
  expect(api.requests.find(({ operation }) => operation === 'createException')?.body).toMatchObject({
    ...{ advisory: 'CVE-2026-1', package: 'left-pad', status: 'not_affected', reason: 'Not reachable.' },
    until: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
  })
  visit('/publish/listing_1/findings', { as: publisher('viewer'), answers })
  await screen.findByText('CVE-2026-1')
  screen.getByRole('button', { name: new RegExp(texts.except) })
  expect(pressable(new RegExp(texts.except))).toEqual([])
})

it('without advisories the page says "not known"', async () => {
  const answers = { getListing: own, getFindings: findings({ items: [], knowledge: 'unknown', data: [] }) }
  visit('/publish/listing_1/findings', { as: publisher('viewer'), answers })
  expect(await screen.findByText(trust.findingsUnknown)).toBeDefined()
  expect(screen.queryByText(trust.findingsNone)).toBeNull()
})

it('the release that customers run is looked at too where another one is live', async () => {
  const answers = {
    getListing: listing({ own: true, currentReleaseId: 'release_2', promotedReleaseId: 'release_1' }),
    getFindings: findings(),
  }
  const { api } = visit('/publish/listing_1/findings?release=promoted', { as: publisher('viewer'), answers })
  await screen.findByText('CVE-2026-1')
  const asked = api.requests.filter(({ operation }) => operation === 'getFindings')
  expect(asked.map(({ params }) => params)).toEqual([{ id: 'release_1' }])
})
