import type { ImageSource } from '@mkt/engines'
import { expect, it, vi } from 'vitest'
import { careTimes } from '../../domain/deployment/health.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'
import type { InstanceRow } from '../../store/deployment/instances.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { fakeEngine } from '../../testing/rollout/fake-engine.ts'
import { createPullRenewals } from './renew-pull-credentials.ts'
import type { Runner } from './runner.ts'

const { platform, clock } = await testPlatform()
const HOUR = 3600_000
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

async function release(): Promise<string> {
  const [org, listing, id] = [newId('org'), newId('lst'), newId('rel')]
  const { db } = platform
  await db.insertInto('organization').values({ id: org, name: org, title: 'Acme' }).execute()
  const names = { app_name: 'a', name: listing, title: 'A', variant: 'connected' as const, state: 'DRAFT' as const }
  await db
    .insertInto('listing')
    .values({ id: listing, organization_id: org, ...names })
    .execute()
  const image = { listing_id: listing, digest: 'sha256:x', media_type: 'x', bytes: Buffer.alloc(0), annotations: '{}' }
  await db.insertInto('image').values(image).execute()
  const manifest = JSON.stringify({ name: 'acme/a', version: '1.0.0' })
  const version = { version: '1.0.0', major: 1, minor: 0, patch: 0, manifest, manifest_text: manifest }
  const row = { id, listing_id: listing, image_digest: 'sha256:x', state: 'LIVE' as const, ...version }
  await db.insertInto('release').values(row).execute()
  return id
}

const deployment = { id: 'dep_1', releaseId: await release() } as DeploymentRow
const instance = (id: string, createdAt = clock.now(), state: InstanceRow['state'] = 'HEALTHY') =>
  ({ id, createdAt, state }) as InstanceRow

function renewing() {
  let issued = 0
  const given: [string, string | undefined][] = []
  const renewCredential = vi.fn(async (id: string, image: Pick<ImageSource, 'credential' | 'reference'>) => {
    given.push([id, image.credential?.password])
  })
  const runner = {
    engine: { ...fakeEngine(), renewCredential },
    imageOf: async () => {
      issued += 1
      return { reference: 'r/a@sha256:x', credential: { username: 'engine', password: `p${issued}` } }
    },
    times: careTimes,
  } as unknown as Runner
  const renewals = createPullRenewals(platform, runner)
  return { renewals, renewCredential, given }
}

it('gives a new credential to every instance that still pulls, every eight hours', async () => {
  const { renewals, given } = renewing()
  const instances = [instance('inst_a'), instance('inst_b', clock.now(), 'STARTING')]
  const ended = instance('inst_c', clock.now(), 'STOPPED')
  renewals.renew(deployment, [...instances, ended])
  later(8 * HOUR - 1)
  renewals.renew(deployment, instances)
  expect(given).toEqual([])
  for (const round of [1, 2, 3]) {
    later(round === 1 ? 1 : 8 * HOUR)
    renewals.renew(deployment, [...instances, ended])
    await expect.poll(() => given.length).toBe(round * 2)
    renewals.renew(deployment, instances)
  }
  expect(given.map(([id]) => id).sort()).toEqual(['inst_a', 'inst_a', 'inst_a', 'inst_b', 'inst_b', 'inst_b'])
  expect(new Set(given.map(([, password]) => password)).size).toBe(6)
})

it('after a takeover renews what may be old, and leaves a young instance alone', async () => {
  const { renewals, given } = renewing()
  const old = instance('inst_old', new Date(clock.now().getTime() - 30 * HOUR))
  renewals.renew(deployment, [old, instance('inst_young')])
  await expect.poll(() => given.map(([id]) => id)).toEqual(['inst_old'])
})

it('tries again after a minute when the engine did not take the credential', async () => {
  const { renewals, renewCredential, given } = renewing()
  const old = instance('inst_a', new Date(clock.now().getTime() - 30 * HOUR))
  renewCredential.mockRejectedValueOnce(new Error('the cluster is away'))
  renewals.renew(deployment, [old])
  await expect.poll(() => renewCredential.mock.calls.length).toBe(1)
  await expect.poll(() => renewCredential.mock.settledResults[0]?.type).toBe('rejected')
  renewals.renew(deployment, [old])
  expect(renewCredential).toHaveBeenCalledTimes(1)
  later(60_000)
  renewals.renew(deployment, [old])
  await expect.poll(() => given.map(([id]) => id)).toEqual(['inst_a'])
})
