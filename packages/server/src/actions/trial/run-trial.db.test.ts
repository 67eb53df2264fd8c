import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type App, formatMappingPath, nodeHandler } from '@mkt/sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { app as current } from '../../../../../examples/rater/src/app.ts'
import { next } from '../../../../../examples/rater/src/next.ts'
import { careTimes } from '../../domain/deployment/health.ts'
import { createSampleRecorder } from '../../gateway/observe/sample-recorder.ts'
import { startStateServer } from '../../state/server.ts'
import { storedRoutes } from '../../store/route/routes.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { type FakeEngine, fakeEngine } from '../../testing/rollout/fake-engine.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'
import { startTrials } from '../../workers/trials.ts'
import type { Runner } from '../deployment/runner.ts'
import { closeSample } from './pin-sample.ts'

let world: LaunchWorld
const trialEgress: unknown[] = []
let engine: FakeEngine
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const end of ends.reverse()) await end()
})

const asked: { version: string; key: string | undefined }[] = []

/** Serves an application whose answers hold random fields besides its prices. */
async function serveNoisily(version: string, app: App): Promise<string> {
  const inner = createServer(nodeHandler(app))
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
  const innerUrl = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`
  const outer = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const key = request.headers['x-mkt-key'] as string | undefined
    if (request.method === 'POST') asked.push({ version, key })
    const answer = await fetch(innerUrl + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-mkt-key': key }) },
      ...(request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    })
    const text = await answer.text()
    if (request.method !== 'POST' || !answer.ok) return void response.writeHead(answer.status).end(text)
    const noisy = { ...JSON.parse(text), quote: randomUUID(), lucky: Math.random() < 0.5, at: Date.now() }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(noisy))
  })
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    for (const server of [outer, inner]) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
  return `http://127.0.0.1:${(outer.address() as AddressInfo).port}`
}

beforeAll(async () => {
  world = await launchWorld()
  const { platform } = world
  const state = await startStateServer(platform, { host: '127.0.0.1', port: 0 })
  ends.push(() => state.stop())
  platform.addresses.stateUrl = `http://127.0.0.1:${state.port}`
  vi.stubEnv('MKT_STATE_API', platform.addresses.stateUrl)
  const addresses: Record<string, string> = {
    '1.0.0': await serveNoisily('1.0.0', current),
    '1.1.0': await serveNoisily('1.1.0', next),
  }
  engine = fakeEngine()
  engine.applyEgress = async () => {}
  const { observe, start } = engine
  engine.start = (spec) => {
    if (spec.instanceId.startsWith('tri')) trialEgress.push(spec.egress)
    return start(spec)
  }
  engine.observe = async (id) => {
    const seen = await observe(id)
    const version = engine.instances.get(id)?.spec.version ?? ''
    return seen?.status === 'running' ? { ...seen, address: addresses[version] ?? null } : seen
  }
  const runner: Runner = {
    engine,
    probeHealth: async () => ({ well: true }),
    times: { ...careTimes, probeStartingMs: 1 },
    holder: newId('wrk'),
    refusal: null,
    imageOf: async () => ({}) as never,
    outputMask: async () => (text: string) => text,
  } as unknown as Runner
  const trials = startTrials(platform, runner, { idleMs: 20 })
  ends.push(() => trials.stop())
})

const value = formatMappingPath({
  variant: 'connected',
  level: 'exposure',
  product: 'personal-auto',
  exposure: 'vehicle',
  field: 'vehicle_value',
})

function ratingRequest(index: number) {
  const [policy, exposure] = [randomUUID(), randomUUID()]
  const perils = ['collision', 'comprehensive'].map((name) => ({ name, locator: randomUUID(), part: randomUUID() }))
  return {
    operation: index % 3 === 0 ? 'new_business' : 'renewal',
    tenantTimeZone: 'UTC',
    policy: {
      locator: String(100_000_000 + index),
      policyholderLocator: randomUUID(),
      productLocator: randomUUID(),
      productName: 'personal-auto',
      createdTimestamp: '0',
      updatedTimestamp: '0',
      characteristics: [{ locator: policy, fieldValues: {} }],
      exposures: [
        {
          locator: randomUUID(),
          name: 'vehicle',
          characteristics: [{ locator: exposure, fieldValues: { vehicle_value: [String(8_000 + index * 500)] } }],
          perils: perils.map(({ name, locator, part }) => ({ name, locator, characteristics: [{ locator: part }] })),
        },
      ],
    },
    policyExposurePerils: perils.map(({ part }) => ({
      policyCharacteristicsLocator: policy,
      exposureCharacteristicsLocator: exposure,
      perilCharacteristicsLocator: part,
    })),
  }
}

describe('a trial', () => {
  it('finds the increase of one peril in the next release of the rater, and nothing else, although other fields are random', async () => {
    const { platform, admin, developer, viewer } = world
    const manifest = {
      app: {
        fields: [
          {
            name: 'rates',
            title: 'Rates',
            type: 'Table' as const,
            columns: [
              { name: 'peril', title: 'Peril', type: 'Text' as const },
              { name: 'percent', title: 'Percent', type: 'Number' as const },
            ],
          },
        ],
      },
      platform: {
        fields: [{ name: 'value', title: 'Value' }],
        externalRaters: [{ name: 'table', path: '/rate' }],
      },
    }
    const listing = await world.listing(manifest)
    const { id } = await admin.launchApp({
      params: { org: 'northwind' },
      body: {
        listingId: listing.id,
        tenantId: world.tenantId,
        settings: { rates: 'peril,percent\ncollision,2.1\ncomprehensive,0.8' },
        mappings: [{ productName: 'personal-auto', fields: { value } }],
      },
    })
    await world.reach(id, 'RUNNING')
    const candidate = await world.release(listing.id, { ...manifest, version: '1.1.0' }, false)
    await expect(admin.createTrial({ params: { id: candidate }, body: { installationId: id } })).rejects.toMatchObject({
      code: 'sample_empty',
    })

    const until = new Date(platform.clock.now().getTime() + 86_400_000).toISOString()
    await admin.putSample({ params: { id }, body: { until } })
    const [route] = await storedRoutes(platform.db).some([id])
    if (!route?.sampling) throw new Error('the sample is not pinned')
    const recorder = createSampleRecorder({
      pool: world.database.pool,
      vault: platform.vault,
      log: platform.log,
      full: (installationId) => closeSample(platform, installationId),
    })
    const call = { route, kind: 'rater' as const, path: '/rate', query: '', durationMs: 1, timeoutMs: 5_000 }
    const answered = { answer: Buffer.from('{}'), status: 200, code: null, fallback: null }
    for (let index = 0; index < 60; index += 1) {
      const request = Buffer.from(JSON.stringify(ratingRequest(index)))
      recorder.observe({ id: newId('cal'), at: platform.clock.now(), request, ...call, ...answered })
      if (index % 10 === 9) await recorder.drain()
    }
    expect(await admin.getSample({ params: { id } })).toMatchObject({ calls: 60, limit: 5_000, full: false, until })

    const gates = { maxErrors: 0, maxIncrease: 1 }
    const started = await developer.createTrial({ params: { id: candidate }, body: { installationId: id, gates } })
    await vi.waitFor(
      async () => {
        const { state, failure } = await admin.getTrial({ params: { id: started.id } })
        if (state !== 'DONE') throw new Error(`${state} ${failure}`)
      },
      { timeout: 60_000, interval: 50 },
    )
    const { report, failedGates, isolation } = await admin.getTrial({ params: { id: started.id } })
    if (!report) throw new Error('no report')
    expect(report).toMatchObject({ calls: 60, compared: 60, notPriced: 0, newlyPriced: 0 })
    expect(report.errors).toMatchObject({ before: 0, after: 0 })
    for (const { peril, percent } of report.lines.filter((line) => line.peril !== null))
      expect(percent).toBeCloseTo(peril === 'comprehensive' ? 7 : 0, 1)
    expect(report.lines).toHaveLength(6)
    expect(report.noise.toSorted()).toEqual(['/at', '/lucky', '/quote'])
    expect(new Set(report.fields.map(({ place }) => place))).toEqual(
      new Set([
        '/pricedPerilCharacteristics/comprehensive/yearlyPremium',
        '/pricedPerilCharacteristics/comprehensive/technicalPremium',
      ]),
    )
    expect(failedGates).toMatchObject([{ gate: 'maxIncrease', limit: 1 }])
    expect(isolation).toEqual({ tenant: 'read', egress: 'closed' })
    const relay = { host: '127.0.0.1', port: Number(new URL(platform.addresses.relayUrl).port) }
    expect(trialEgress).toEqual(Array(2).fill({ mode: 'enforce', hosts: [], endpoints: [relay] }))

    // Twice to the current release, once to the candidate, with keys that open a token of the relay which only reads.
    expect(asked.filter(({ version }) => version === '1.0.0')).toHaveLength(120)
    expect(asked.filter(({ version }) => version === '1.1.0')).toHaveLength(60)
    const record = await fetch(`${platform.addresses.stateUrl}/state/${asked[0]?.key}`)
    expect(await record.json()).toMatchObject({
      token: expect.stringMatching(/^s/),
      platformApiUrl: `${platform.addresses.relayUrl}/${id}`,
      settings: { rates: [{ peril: 'collision', percent: 2.1 }, expect.anything()] },
    })
    expect(engine.instances.size).toBe(0)

    // The customer looks into a call; the publisher sees counts and percentages only.
    const [largest] = report.increases
    const shown = await admin.getTrialCall({ params: { id: started.id, call: largest?.callId ?? '' } })
    expect(JSON.parse(shown.request)).toMatchObject({ policy: { locator: largest?.policyLocator } })
    expect(shown.after.answer).toContain('pricedPerilCharacteristics')
    const published = await developer.getTrial({ params: { id: started.id } })
    expect(published.report).toBeNull()
    expect(published.publisherReport).toMatchObject({ calls: 60, percent: report.total.percent })
    await expect(
      developer.getTrialCall({ params: { id: started.id, call: largest?.callId ?? '' } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      viewer.getTrialCall({ params: { id: started.id, call: largest?.callId ?? '' } }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })
  it('of a release that was withdrawn while it waited fails and says so', async () => {
    const { platform, admin, developer } = world
    const listing = await world.listing({ platform: { externalRaters: [{ name: 'table', path: '/rate' }] } })
    const body = { listingId: listing.id, tenantId: world.tenantId, settings: {} }
    const { id } = await admin.launchApp({ params: { org: 'northwind' }, body })
    const candidate = await world.release(listing.id, { version: '1.1.0' }, false)
    await developer.withdrawRelease({ params: { id: candidate } })
    const trial = newId('tri', platform.clock.now())
    const of = { listing_id: listing.id, installation_id: id, organization_id: world.customer.id }
    const releases = { release_id: candidate, baseline_release_id: listing.releaseId }
    const facts = { sample: 'pinned' as const, open_egress: false, gates: '{}', calls: 1, created_by: 'somebody' }
    await platform.db
      .insertInto('trial')
      .values({ id: trial, ...of, ...releases, ...facts, state: 'WAITING', created_at: platform.clock.now() })
      .execute()
    await vi.waitFor(
      async () =>
        expect(await admin.getTrial({ params: { id: trial } })).toMatchObject({
          state: 'FAILED',
          failure: 'Release 1.1.0 is WITHDRAWN: only one that has been LIVE is tried.',
        }),
      { timeout: 60_000, interval: 50 },
    )
  })
})
