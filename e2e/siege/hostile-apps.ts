import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildNodeImage, pushImage } from '@mkt/oci'
import type { Bootstrap } from '../../packages/server/src/laptop/bootstrap.ts'
import { hostileOrganization } from './hostile-organization.ts'

const server = (onEvent: string) => `
import { createServer } from 'node:http'
createServer((request, response) => {
  if (request.url === '/events') { ${onEvent} } else response.end('ok')
}).listen(Number(process.env.MKT_PORT ?? 8080), '0.0.0.0')
`

/** What each of these applications does once it is live; every event of the tenant reaches them too. */
const programs: Record<string, string> = {
  'ends-at-events': server('process.exit(1)'),
  'never-answers': server(''),
  'answers-without-end': server(`
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => { while (response.write('['.repeat(65536))); response.once('drain', more) }
    more()`),
  'floods-its-log': `${server('response.end()')}
const line = 'x'.repeat(4000) + '\\n'
const more = () => { while (process.stdout.write(line)); process.stdout.once('drain', more) }
more()`,
  'takes-memory': `const taken = []
${server('taken.push(Buffer.alloc(60_000_000, 1)); response.end()')}`,
  'computes-without-end': `${server('response.end()')}
const more = () => { for (const until = Date.now() + 50; Date.now() < until; ); setImmediate(more) }
more()`,
  'dials-everywhere': `${server('response.end()')}
import { connect } from 'node:net'
const dial = () => connect(443, '198.51.100.' + Math.floor(Math.random() * 255)).on('error', () => setTimeout(dial, 5)).on('connect', dial)
for (let at = 0; at < 200; at += 1) dial()`,
}

/**
 * A publisher of its own deploys each of them and launches it at the tenant that the honest applications serve. They may fall and be given up;
 * what matters is what becomes of the others.
 */
export async function deployHostileApps(bootstrap: Bootstrap, without: readonly string[]): Promise<void> {
  const { client, org, name, key } = await hostileOrganization(bootstrap, 'evil')
  const credentials = { username: key.clientId, password: key.apiKey }
  const { apiUrl, hostName, integration, data } = bootstrap.simulator.connected
  const tenant = await client.createTenant({
    params: { org },
    body: { name: 'Evil', variant: 'connected', apiUrl, hostName, credentials: { integration, data } },
  })
  for (const [appName, program] of Object.entries(programs)) {
    if (without.includes(appName)) continue
    const texts = { title: appName, variant: 'connected' as const, about: 'About.', requirements: 'None.' }
    const listing = await client.createListing({ params: { org }, body: { appName, ...texts } })
    await client.publishListing({ params: { id: listing.id } })
    const release = await client.createRelease({
      params: { id: listing.id },
      body: await push(bootstrap.apiUrl, credentials, `${name}/${appName}`, program),
    })
    await untilDeployed(() => client.getRelease({ params: { id: release.id } }))
    await client.launchApp({ params: { org }, body: { listingId: listing.id, tenantId: tenant.id } })
  }
}

async function push(
  registry: string,
  credentials: { username: string; password: string },
  repository: string,
  program: string,
): Promise<{ manifest: string; imageDigest: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-hostile-'))
  const platform = { webhooks: [{ path: '/events', events: ['policy.issue'] }], egress: [] }
  const manifest = JSON.stringify({ name: repository, version: '1.0.0', targetPlatform: 'connected', platform })
  try {
    writeFileSync(join(folder, 'platform-app.json'), manifest)
    writeFileSync(join(folder, 'package.json'), '{ "name": "hostile", "type": "module", "main": "main.js" }')
    writeFileSync(join(folder, 'main.js'), program)
    const image = await buildNodeImage({ dir: folder, manifest: Buffer.from(manifest) })
    try {
      await pushImage(image, { registry, repository, credentials }, { tag: '1.0.0' })
      return { manifest, imageDigest: image.digest }
    } finally {
      await image.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const LOOK_MS = 200

async function untilDeployed(look: () => Promise<{ state: string }>): Promise<void> {
  for (;;) {
    const { state } = await look()
    if (state === 'LIVE' || state === 'FAILED') return
    await new Promise((later) => setTimeout(later, LOOK_MS))
  }
}
