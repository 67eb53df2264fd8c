import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@mkt/contract/client'
import { buildNodeImage, openImage, pushImage, readFile } from '@mkt/oci'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { initApp } from './services/app/init-app.ts'
import { type HoldingProxy, startHoldingProxy } from './testing/holding-proxy.ts'
import { type RunningPlatform, startPlatform } from './testing/platform.ts'
import { startMkt } from './testing/run-mkt.ts'

// Many processes, each freshly started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let platform: RunningPlatform
let proxy: HoldingProxy
const root = mkdtempSync(join(tmpdir(), 'mkt-deploy-'))
let apps = 0

beforeAll(async () => {
  platform = await startPlatform()
  proxy = await startHoldingProxy(platform.url)
})
afterAll(async () => {
  proxy.close()
  await platform.stop()
  rmSync(root, { recursive: true, force: true })
})

const env = () => ({
  HOME: root,
  // The base layer is the same for everybody; making it again for each run would take longest.
  XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  MKT_URL: proxy.url,
  MKT_CLIENT_ID: platform.clientId,
  MKT_API_KEY: platform.apiKey,
})
const start = (cwd: string, ...args: string[]) => startMkt([...args, '--json'], { cwd, env: env() })
const mkt = (cwd: string, ...args: string[]) => start(cwd, ...args).ended

const client = () => {
  const authorization = `Basic ${Buffer.from(`${platform.clientId}:${platform.apiKey}`).toString('base64')}`
  return createClient({ baseUrl: platform.url, authorization: () => authorization })
}

/** A published listing and the folder of its app, deployed once unless told; the manifest is oddly formatted, and must stay so. */
async function newApp({ deployed = true } = {}) {
  apps += 1
  const appName = `app${apps}`
  const name = `acme/${appName}`
  const dir = join(root, appName)
  initApp({ dir, name, variant: 'connected', template: 'webhook', language: 'javascript', force: false })
  const file = join(dir, 'platform-app.json')
  writeFileSync(
    file,
    `{"name":"${name}",\n    "version" : "1.4.2", "performancePlan": "Increased", "platform": {"lifecycle": []} }`,
  )
  chmodSync(file, 0o640)
  const body = { appName, title: 'App', variant: 'connected', about: 'a', requirements: 'r' } as const
  const { id } = await client().createListing({ params: { org: 'acme' }, body })
  await client().publishListing({ params: { id } })
  if (deployed)
    expect(await mkt(dir, 'deploy', '--version', '1.4.2', '--no-try', '--no-wait')).toMatchObject({ code: 0 })
  return { dir, name, file, text: () => readFileSync(file, 'utf8'), mark: join(dir, '.platform-app.json.deploying') }
}

async function versionsOf(name: string): Promise<string[]> {
  const { items } = await client().listListings({ query: { name } })
  const releases = await client().listReleases({ params: { id: items[0]?.id ?? '' } })
  return releases.items.map(({ version }) => version)
}

it('raises the second part, changes nothing else of the file, and follows the release until it is live', async () => {
  const app = await newApp()
  const before = app.text()
  const { code, json, stderr } = await mkt(app.dir, 'deploy')
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(json).toEqual({
    listing: { id: expect.stringMatching(/^lst_/), name: app.name },
    previousVersion: '1.4.2',
    release: {
      id: expect.stringMatching(/^rel_/),
      version: '1.5.0',
      state: 'LIVE',
      imageDigest: expect.stringMatching(/^sha256:/),
    },
  })
  expect(app.text()).toBe(before.replace('1.4.2', '1.5.0'))
  expect(statSync(app.file).mode & 0o777).toBe(0o640)
  expect(existsSync(app.mark)).toBe(false)
})

it('keeps the version of the file at the first deploy, and takes one again whose release was withdrawn', async () => {
  const app = await newApp({ deployed: false })
  const first = await mkt(app.dir, 'deploy', '--no-try')
  expect(first).toMatchObject({ code: 0, json: { previousVersion: '1.4.2', release: { version: '1.4.2' } } })
  expect(await mkt(app.dir, 'withdraw', '1.4.2', '--yes')).toMatchObject({ code: 0, json: { state: 'WITHDRAWN' } })
  const again = await mkt(app.dir, 'deploy', '--no-try', '--no-wait')
  expect(again).toMatchObject({ code: 0, json: { release: { version: '1.4.2' } } })
  expect(await versionsOf(app.name)).toEqual(['1.4.2', '1.4.2'])
})

it('signs the image with the key that --sign names, which a listing may ask for', async () => {
  const app = await newApp({ deployed: false })
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  writeFileSync(join(root, 'key.pem'), privateKey)
  const { token } = await createClient({ baseUrl: platform.url }).signIn({ body: platform.owner })
  const owner = createClient({ baseUrl: platform.url, authorization: () => `Bearer ${token}` })
  await owner.addSigningKey({ params: { org: 'acme' }, body: { name: 'build', publicKey } })
  const [listing] = (await client().listListings({ query: { name: app.name } })).items
  const body = { signedReleasesOnly: true }
  await client().changeListing({ params: { id: listing?.id ?? '' }, body })
  const refused = await mkt(app.dir, 'deploy', '--no-try', '--no-wait')
  expect(refused).toMatchObject({ code: 1, json: { error: { code: 'release_unsigned' } } })
  const { code, json } = await mkt(app.dir, 'deploy', '--no-try', '--no-wait', '--sign', '../key.pem')
  expect(code).toBe(0)
  const { id } = (json as { release: { id: string } }).release
  expect((await client().getSignatures({ params: { id } })).items).toMatchObject([
    { key: { name: 'build' }, text: expect.stringMatching(/^Signed by key build of acme \(SHA256:/) },
  ])
})

it('deploys exactly the version that --version names, and refuses one that exists with an unchanged file', async () => {
  const app = await newApp({ deployed: false })
  expect((await mkt(app.dir, 'deploy', '--no-try', '--version', '1.4.2', '--no-wait')).json).toMatchObject({
    release: { version: '1.4.2' },
  })
  const before = app.text()
  const again = await mkt(app.dir, 'deploy', '--no-try', '--version', '1.4.2', '--no-wait')
  expect(again.code).toBe(1)
  expect(again.json).toMatchObject({ error: { code: 'version_taken' }, existing: ['1.4.2'], next: '1.5.0' })
  expect(app.text()).toBe(before)
})

it('lets one of two people win who deploy at once; the other keeps an unchanged file and learns the next version', async () => {
  const app = await newApp()
  const other = `${app.dir}-copy`
  mkdirSync(other)
  for (const name of ['platform-app.json', 'package.json', 'Dockerfile'])
    writeFileSync(join(other, name), readFileSync(join(app.dir, name)))
  mkdirSync(join(other, 'src'))
  writeFileSync(join(other, 'src', 'main.js'), 'console.log("another program")')
  const held = proxy.trap('POST', /\/listings\/[^/]+\/releases$/, 'hold-answer')
  const first = start(app.dir, 'deploy', '--no-try', '--no-wait')
  await held
  const before = app.text().replace('1.5.0', '1.4.2')
  const second = await mkt(other, 'deploy', '--no-try', '--no-wait')
  first.child.kill('SIGKILL')
  await first.ended
  expect(second.code).toBe(1)
  expect(second.json).toMatchObject({ error: { code: 'version_taken' }, next: '1.6.0' })
  expect(readFileSync(join(other, 'platform-app.json'), 'utf8')).toBe(before)
})

it('puts the file back on Ctrl-C while the release does not exist', async () => {
  const app = await newApp()
  const before = app.text()
  const held = proxy.trap('PUT', /^\/v2\/.*\/manifests\//, 'hold-request')
  const deploy = start(app.dir, 'deploy', '--no-try')
  await held
  expect(app.text()).toContain('1.5.0')
  deploy.child.kill('SIGINT')
  const { code, json } = await deploy.ended
  expect({ code, json }).toMatchObject({ code: 1, json: { error: { code: 'interrupted' } } })
  expect(app.text()).toBe(before)
  expect(existsSync(app.mark)).toBe(false)
  expect((await mkt(app.dir, 'deploy', '--no-try', '--no-wait')).json).toMatchObject({ release: { version: '1.5.0' } })
})

it('finds out after a kill that the release was never made, and restores the file at the next command', async () => {
  const app = await newApp()
  const before = app.text()
  const held = proxy.trap('PUT', /^\/v2\/.*\/manifests\//, 'hold-request')
  const deploy = start(app.dir, 'deploy', '--no-try')
  await held
  deploy.child.kill('SIGKILL')
  await deploy.ended
  expect(app.text()).toContain('1.5.0')
  expect(existsSync(app.mark)).toBe(true)
  expect((await mkt(app.dir, 'validate')).code).toBe(0)
  expect(app.text()).toBe(before)
  expect(existsSync(app.mark)).toBe(false)
})

it('finds out after a kill that the release exists, and keeps the raised file', async () => {
  const app = await newApp()
  const held = proxy.trap('POST', /\/listings\/[^/]+\/releases$/, 'hold-answer')
  const deploy = start(app.dir, 'deploy', '--no-try', '--no-wait')
  await held
  deploy.child.kill('SIGKILL')
  await deploy.ended
  expect((await mkt(app.dir, 'version', 'patch')).json).toEqual({ previous: '1.5.0', version: '1.5.1' })
  expect(existsSync(app.mark)).toBe(false)
})

it('asks what became of a release whose answer was lost on the way', async () => {
  const app = await newApp()
  void proxy.trap('POST', /\/listings\/[^/]+\/releases$/, 'cut-answer')
  const { code, json } = await mkt(app.dir, 'deploy', '--no-try', '--no-wait')
  expect({ code, json }).toMatchObject({ code: 0, json: { release: { version: '1.5.0' } } })
  expect(app.text()).toContain('1.5.0')
  expect(await versionsOf(app.name)).toEqual(['1.5.0', '1.4.2'])
})

it('appends the raised manifest to an image that is there already', async () => {
  const app = await newApp()
  const archive = join(root, `${app.name.replace('/', '-')}.tar`)
  const built = await mkt(app.dir, 'build', '-o', archive)
  expect(built.json).toMatchObject({ name: app.name, version: '1.4.2', file: archive })
  const { code, json } = await mkt(app.dir, 'deploy', '--no-try', '--archive', archive, '--no-wait')
  expect({ code, json }).toMatchObject({ code: 0 })
  const { release } = json as { release: { imageDigest: string; state: string } }
  expect(release.state).not.toBe('REJECTED')
  const credentials = { username: platform.clientId, password: platform.apiKey }
  const image = await openImage({
    repository: { registry: platform.url, repository: app.name, credentials },
    reference: release.imageDigest,
  })
  const manifest = await readFile(image, '/platform-app.json')
  await image.close()
  expect(manifest?.toString('utf8')).toBe(app.text())
  expect(app.text()).toContain('1.5.0')
})

it('takes an image of a foreign registry, with what docker login stored for it', async () => {
  const app = await newApp()
  const foreign = await startPlatform()
  try {
    const login = { username: foreign.clientId, password: foreign.apiKey }
    const auth = Buffer.from(`${login.username}:${login.password}`).toString('base64')
    const there = createClient({ baseUrl: foreign.url, authorization: () => `Basic ${auth}` })
    const body = { appName: 'elsewhere', title: 'E', variant: 'connected', about: 'a', requirements: 'r' } as const
    await there.createListing({ params: { org: 'acme' }, body })
    const built = await buildNodeImage({ dir: app.dir })
    const repository = { registry: foreign.url, repository: 'acme/elsewhere', credentials: login }
    await pushImage(built, repository, { tag: 'made' })
    await built.close()

    const host = new URL(foreign.url).host
    const reference = `${host}/acme/elsewhere:made`
    const refused = await mkt(app.dir, 'deploy', '--no-try', '--image', reference, '--no-wait')
    const fix = expect.stringContaining(`docker login ${host}`)
    expect(refused).toMatchObject({ code: 1, json: { error: { code: 'registry_unauthorized', fix } } })
    expect(app.text()).toContain('1.4.2')

    mkdirSync(join(root, '.docker'), { recursive: true })
    writeFileSync(join(root, '.docker/config.json'), JSON.stringify({ auths: { [host]: { auth } } }))
    const { code, json } = await mkt(app.dir, 'deploy', '--no-try', '--image', reference, '--no-wait')
    expect({ code, json }).toMatchObject({ code: 0, json: { release: { version: '1.5.0' } } })
    const { imageDigest } = (json as { release: { imageDigest: string } }).release
    const credentials = { username: platform.clientId, password: platform.apiKey }
    const image = await openImage({
      repository: { registry: platform.url, repository: app.name, credentials },
      reference: imageDigest,
    })
    expect((await readFile(image, '/platform-app.json'))?.toString('utf8')).toBe(app.text())
    expect(image.layers.slice(0, -1).map(({ digest }) => digest)).toEqual(built.layers.map(({ digest }) => digest))
    await image.close()
  } finally {
    rmSync(join(root, '.docker'), { recursive: true, force: true })
    await foreign.stop()
  }
})

it('changes nothing in a dry run', async () => {
  const app = await newApp()
  const before = app.text()
  const { code, json } = await mkt(app.dir, 'deploy', '--dry-run', '--no-try')
  expect({ code, json }).toMatchObject({
    code: 0,
    json: { dryRun: true, previousVersion: '1.4.2', release: { id: null, version: '1.5.0' } },
  })
  expect(app.text()).toBe(before)
  expect(await versionsOf(app.name)).toEqual(['1.4.2'])
})

it('does not use a version up for an image that never starts, unless told not to try it', async () => {
  const app = await newApp()
  const before = app.text()
  writeFileSync(join(app.dir, 'src', 'main.js'), 'throw new Error("broken on purpose")')
  const refused = await mkt(app.dir, 'deploy')
  expect(refused).toMatchObject({ code: 1, json: { error: { code: 'image_does_not_start' } } })
  expect((refused.json as { error: { message: string } }).error.message).toContain('broken on purpose')
  expect(app.text()).toBe(before)
  expect(await versionsOf(app.name)).toEqual(['1.4.2'])

  // With variables of the listing it might start: only the platform knows their values.
  const { items } = await client().listListings({ query: { name: app.name } })
  const params = { id: items[0]?.id ?? '', name: 'PARTNER_KEY' }
  await client().putVariable({ params, body: { value: 'secret' } })
  const tried = await mkt(app.dir, 'deploy', '--dry-run')
  expect(tried).toMatchObject({ code: 0, json: { dryRun: true } })
  expect(tried.stderr).toContain('PARTNER_KEY')
  await client().deleteVariable({ params })

  expect(await mkt(app.dir, 'deploy', '--no-try', '--no-wait')).toMatchObject({
    code: 0,
    json: { release: { version: '1.5.0' } },
  })
})

it('tells all problems of a manifest at once, those of the variant too, and what it warns of', async () => {
  const app = await newApp({ deployed: false })
  const broken = {
    name: app.name,
    version: '1',
    platform: { webhooks: [{ path: 'x', events: ['policy.account.create'] }] },
  }
  writeFileSync(app.file, JSON.stringify(broken))
  const { json } = await mkt(app.dir, 'deploy', '--no-try')
  const rules = (json as { problems: { rule: string }[] }).problems.map(({ rule }) => rule)
  expect(rules.sort()).toEqual(['integration.path.invalid', 'manifest.version.invalid', 'webhook.event.unknown'])
  writeFileSync(app.file, JSON.stringify({ name: app.name, version: '1.0.0', plattform: {} }))
  const warned = await mkt(app.dir, 'deploy', '--dry-run', '--no-try')
  expect(warned).toMatchObject({ code: 0, stderr: expect.stringContaining('Did you mean "platform"?') })
})

it('leaves the file alone when the archive is not there', async () => {
  const app = await newApp()
  const before = app.text()
  const { code, json } = await mkt(app.dir, 'deploy', '--no-try', '--archive', join(app.dir, 'nothing.tar'))
  expect({ code, json }).toMatchObject({ code: 1, json: { error: { code: 'archive_missing' } } })
  expect(app.text()).toBe(before)
})

it('takes an app from a template to an event it heard', async () => {
  const dir = join(root, 'hearing')
  writeFileSync(join(root, 'tenant.json'), JSON.stringify(platform.tenant))
  await mkt(root, 'init', 'hearing', '--name', 'acme/hearing', '--template', 'webhook')
  const texts = ['--title', 'Hearing', '--variant', 'connected', '--about', 'a', '--requirements', 'r']
  await mkt(root, 'listings', 'create', 'hearing', ...texts, '--publish')
  expect((await mkt(dir, 'deploy', '--no-try')).json).toMatchObject({ release: { version: '1.0.0', state: 'LIVE' } })
  expect((await mkt(root, 'tenants', 'connect', '--file', 'tenant.json')).json).toMatchObject({ name: 'test' })
  const launched = await mkt(dir, 'launch', '--test', '--setting', 'greeting=Salut')
  expect({ code: launched.code, json: launched.json }).toMatchObject({
    code: 0,
    json: { state: 'RUNNING', test: true },
  })
  expect((await mkt(dir, 'events', 'send', 'policy.issue', '--data', '{"policyLocator":"100000001"}')).code).toBe(0)
  await vi.waitFor(
    async () => expect((await mkt(dir, 'events', 'list', '--state', 'delivered')).json.items).toHaveLength(1),
    { timeout: 60_000, interval: 300 },
  )
  await vi.waitFor(async () => expect((await mkt(dir, 'logs')).stdout).toContain('Salut: policy.issue'), {
    timeout: 60_000,
    interval: 300,
  })
  expect((await mkt(dir, 'installations', 'configure', '--setting', 'greeting=Ciao')).json).toMatchObject({
    revision: 2,
  })
  const { id } = launched.json as { id: string }
  const copy = await mkt(dir, 'launch', '--test', '--copy-from', id, '--no-wait')
  const { settings } = await client().getConfiguration({ params: { id: (copy.json as { id: string }).id } })
  expect(settings).toEqual({ greeting: 'Ciao' })
  await mkt(dir, 'installations', 'uninstall', (copy.json as { id: string }).id, '--yes', '--no-wait')
  expect((await mkt(dir, 'installations', 'record')).json).toMatchObject({ recording: true })
  expect((await mkt(dir, 'installations', 'record', '--off')).json).toMatchObject({ recording: false })
  expect((await mkt(dir, 'installations', 'uninstall', '--yes')).json).toMatchObject({ state: 'UNINSTALLED' })
})

it('logs in only with credentials that the platform accepts, and keeps them for the owner alone', async () => {
  const home = join(root, 'home')
  const asked = { cwd: root, env: { HOME: home, MKT_URL: platform.url } }
  const refused = await startMkt(['login', '--json'], { ...asked, input: `${platform.clientId}\nwrong\n` }).ended
  expect(refused).toMatchObject({
    code: 1,
    json: { error: { code: 'credentials_wrong', requestId: expect.any(String) } },
  })
  expect(existsSync(join(home, '.config', 'mkt'))).toBe(false)
  const accepted = await startMkt(['login', '--json'], {
    ...asked,
    input: `${platform.clientId}\n${platform.apiKey}\n`,
  }).ended
  expect(accepted).toMatchObject({ code: 0, json: { organization: { name: 'acme' }, clientId: platform.clientId } })
  expect(statSync(join(home, '.config', 'mkt', 'profiles.json')).mode & 0o777).toBe(0o600)
  expect((await startMkt(['whoami', '--json'], asked).ended).json).toMatchObject({ organization: { name: 'acme' } })
  const elsewhere = { ...asked, env: { HOME: home, MKT_URL: 'http://127.0.0.1:9' } }
  expect((await startMkt(['whoami', '--json'], elsewhere).ended).json).toMatchObject({
    error: { code: 'credentials_missing' },
  })
  expect((await startMkt(['logout', '--json'], asked).ended).json).toMatchObject({ loggedOut: true })
})
