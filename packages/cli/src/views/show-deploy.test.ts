import { expect, it } from 'vitest'
import type { Deployed } from '../services/deploy/deploy-app.ts'
import { deploySummary } from './show-deploy.ts'

const deployed = (previousVersion: string, version: string) =>
  ({
    listing: { name: 'acme/rater' },
    previousVersion,
    release: { id: 'rel_1', version, state: 'LIVE', imageDigest: 'sha256:0' },
  }) as unknown as Deployed

it('a deploy says which version became which, and the first one only its own', () => {
  expect(deploySummary(deployed('1.0.0', '1.1.0'), {})[0]).toBe('acme/rater 1.0.0 → 1.1.0 is LIVE.')
  expect(deploySummary(deployed('1.0.0', '1.0.0'), {})[0]).toBe('acme/rater 1.0.0 is LIVE.')
})

it('a dry run changes nothing and says so', () => {
  const dry = { dryRun: true }
  expect(deploySummary(deployed('1.0.0', '1.1.0'), dry)).toEqual([
    'acme/rater 1.0.0 would become 1.1.0. Nothing was changed.',
  ])
  expect(deploySummary(deployed('1.0.0', '1.0.0'), dry)).toEqual([
    'acme/rater would be released as 1.0.0. Nothing was changed.',
  ])
})
