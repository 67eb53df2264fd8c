import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seedWorld } from './seed/seed-world.ts'
import { startTestSimulator } from './testing.ts'

test('a state file keeps credentials, tenants and registrations over a restart', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'simulator-')), 'world.json')
  const first = await startTestSimulator({ stateFile, seed: 'first' })
  const admin = await first.admin()
  await first.call('POST', '/integrations', { name: 'kept', url: 'http://a.test/', type: 'webhook' }, admin)
  await first.close()
  const second = await startTestSimulator({ stateFile, seed: 'ignored because the file has its own' })
  try {
    expect(second.ready.connected.integration).toEqual(first.ready.connected.integration)
    expect(second.ready.enterprise.token).toBe(first.ready.enterprise.token)
    const { body } = await second.call('GET', '/integrations', undefined, admin)
    expect(body.externalServiceIntegrations).toMatchObject([{ name: 'kept' }])
    await second.call('POST', '/_sim/reset')
    const { body: reset } = await second.call('GET', '/integrations', undefined, admin)
    expect(reset.externalServiceIntegrations).toEqual([])
  } finally {
    await second.close()
  }
})

test('a state file of before there were elements and claims is read, and its policies get some', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'simulator-')), 'world.json')
  const world = seedWorld('old')
  const at = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
  const old = { ...at, locator: 'P1', productName: 'PersonalAuto', accountLocator: 'A1', status: 'onRisk', data: {} }
  world.enterprise[0]?.policies.push(old as never)
  const before = { firstNotices: undefined, claims: undefined }
  const [connected, enterprise] = [world.connected, world.enterprise].map((all) =>
    all.map((one) => ({ ...one, ...before })),
  )
  writeFileSync(stateFile, JSON.stringify({ ...world, connected, enterprise }))
  const sim = await startTestSimulator({ stateFile })
  try {
    const url = sim.enterpriseUrl('/policy/:tenant/policies/P1')
    const { body } = await sim.call('GET', url, undefined, sim.ready.enterprise.token)
    expect(body.elements).toMatchObject([{ type: 'PersonalVehicle' }])
    const notice = sim.enterpriseUrl('/claim/:tenant/fnols')
    const opened = await sim.call('POST', notice, { policyLocator: 'P1' }, sim.ready.enterprise.token)
    expect(opened.body).toMatchObject({ policyLocator: 'P1', state: 'draft' })
  } finally {
    await sim.close()
  }
})

test('moods touch the policy system and never the switches', async () => {
  const sim = await startTestSimulator()
  try {
    await sim.call('PUT', '/_sim/mood', { down: true })
    await expect(sim.call('GET', '/v1/ping')).rejects.toThrow()
    await sim.call('PUT', sim.enterpriseUrl('/_sim/mood'), { failShare: 1 })
    expect((await sim.call('GET', '/v1/ping')).status).toBe(503)
    await sim.call('PUT', '/_sim/mood', { latencyMs: 0, failShare: 0, down: false })
    expect((await sim.call('GET', '/v1/ping')).status).toBe(200)
    const { items } = (await sim.call('GET', '/_sim/requests')).body
    expect(items.map((item: { status: number | null }) => item.status)).toEqual([null, 503, 200])
  } finally {
    await sim.close()
  }
})

test('the page of the switches is served on both ports with its fonts and runs no script of its own text', async () => {
  const sim = await startTestSimulator()
  try {
    for (const origin of [sim.ready.connected.apiUrl, sim.ready.enterprise.apiUrl]) {
      const response = await fetch(`${origin}/switches`)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
      const page = await response.text()
      expect(page).not.toMatch(/<script(?![^>]*src=)/)
      const font = page.match(/\/_page\/inter\/wght\.css/)?.[0]
      const sheet = await (await fetch(`${origin}${font}`)).text()
      const letters = await fetch(`${origin}/_page/inter/${sheet.match(/files\/inter-latin-wght[\w.-]+/)?.[0]}`)
      expect([letters.status, letters.headers.get('content-type')]).toEqual([200, 'font/woff2'])
    }
  } finally {
    await sim.close()
  }
})
