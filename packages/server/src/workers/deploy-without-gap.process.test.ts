import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@mkt/contract/client'
import { buildNodeImage, pushImage } from '@mkt/oci'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Bootstrap } from '../laptop/bootstrap.ts'
import { type RunningLaptop, startLaptop } from '../testing/platform/laptop.ts'

const SLOW_MS = 1_500
const RELEASES = 5
const folder = mkdtempSync(join(tmpdir(), 'mkt-gap-'))
const wait = { timeout: 60_000, interval: 50 }

const appSource = `
import http from 'node:http'
const version = JSON.parse((await import('node:fs')).readFileSync('/platform-app.json', 'utf8')).version
http.createServer((request, response) => {
  const answer = () => response.end(version)
  if (request.url.startsWith('/slow')) setTimeout(answer, ${SLOW_MS})
  else answer()
}).listen(process.env.MKT_PORT)
`

let laptop: RunningLaptop
let boot: Bootstrap
let client: Client

beforeAll(async () => {
  const app = join(folder, 'app')
  mkdirSync(join(app, 'src'), { recursive: true })
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'gapless', type: 'module', main: 'src/main.js' }))
  writeFileSync(join(app, 'src/main.js'), appSource)
  laptop = await startLaptop(join(folder, 'data'))
  boot = laptop.bootstrap
  const { clientId, apiKey } = boot.publisher
  const authorization = `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`
  client = createClient({ baseUrl: boot.apiUrl, authorization: () => authorization })
})

afterAll(async () => {
  await laptop?.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

async function deploy(listingId: string, version: string): Promise<void> {
  const manifest = { name: 'acme/gapless', version }
  const image = await buildNodeImage({ dir: join(folder, 'app'), manifest: Buffer.from(JSON.stringify(manifest)) })
  const credentials = { username: boot.publisher.clientId, password: boot.publisher.apiKey }
  await pushImage(image, { registry: boot.apiUrl, repository: 'acme/gapless', credentials }, { tag: version })
  const { id } = await client.createRelease({
    params: { id: listingId },
    body: { manifest, imageDigest: image.digest },
  })
  await image.close()
  await expect.poll(async () => (await client.getRelease({ params: { id } })).state, wait).toBe('LIVE')
}

it('answers every request while five releases replace each other', async () => {
  const org = boot.publisher.organization.id
  const texts = { about: 'Answers', requirements: 'None' }
  const { id: listingId } = await client.createListing({
    params: { org },
    body: { appName: 'gapless', title: 'Gapless', variant: 'connected', ...texts },
  })
  await client.publishListing({ params: { id: listingId } })
  await deploy(listingId, '1.0.0')
  const { apiUrl, hostName, integration, data } = boot.simulator.connected
  const { id: tenantId } = await client.createTenant({
    params: { org },
    body: { name: 'Own', variant: 'connected', apiUrl, hostName, credentials: { integration, data } },
  })
  const launched = await client.launchApp({
    params: { org },
    body: { listingId, tenantId, settings: {}, mappings: [] },
  })
  const installation = { params: { id: launched.id } }
  await expect.poll(async () => (await client.getInstallation(installation)).state, wait).toBe('RUNNING')
  const { callerSecret } = await client.rotateCallerSecret(installation)

  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const seen = new Map<string, number>()
  const failures: string[] = []
  let calling = true
  const call = (path: string) =>
    new Promise<void>((resolve) => {
      const headers = { 'x-mkt-caller': callerSecret }
      const outgoing = request(`${launched.endpoint}${path}`, { agent, headers }, async (incoming) => {
        let body = ''
        for await (const chunk of incoming) body += chunk
        if (incoming.statusCode === 200) seen.set(body, (seen.get(body) ?? 0) + 1)
        else failures.push(`${path} ${incoming.statusCode} ${body.slice(0, 300)}`)
        resolve()
      })
      outgoing.on('error', (error) => {
        failures.push(`${path} ${error.message}`)
        resolve()
      })
      outgoing.end()
    })
  const callers = ['/fast', '/fast', '/slow', '/slow'].map(async (path) => {
    while (calling) {
      await call(path)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })

  for (let minor = 1; minor <= RELEASES; minor++) {
    await deploy(listingId, `1.${minor}.0`)
    await expect.poll(() => seen.get(`1.${minor}.0`) ?? 0, wait).toBeGreaterThan(0)
  }
  calling = false
  await Promise.all(callers)
  agent.destroy()
  expect(failures).toEqual([])
  expect([...seen.keys()].sort()).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0'])
}, 180_000)
