import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSdk, packPackage } from '../../../scripts/pack-sdk.ts'

const root = resolve(import.meta.dirname, '../../..')
let folder: string
let project: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-published-'))
  project = join(folder, 'project')
  const tarball = packPackage(buildSdk(join(folder, 'package')), folder)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"name":"empty","private":true}')
  const npm = ['install', tarball, '--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', npm, { cwd: project, encoding: 'utf8' })
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** The Node that runs this, and the system's where it is another one. */
function nodes(): string[] {
  const others = ['/usr/bin/node', '/usr/local/bin/node'].filter((path) => {
    const major = Number(/^v(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1])
    return major >= 20
  })
  return [...new Set([process.execPath, ...others].map((path) => realpathSync(path)))]
}

const program = `
;(async () => {
  const platform = await startFakePlatform()
  const app = createApp({
    stateApi: platform.stateApi,
    autofill: { '/a': async (_request, context) => ({ fieldValues: { a: [await context.setting('name')] } }) },
  })
  const served = await serve(app, { port: 0, signals: false })
  const answer = await platform.send(served.url, platform.route({ settings: { name: 'Ada' } }), '/a', sampleAutofill())
  console.log(JSON.stringify(await answer.json()))
  await served.close()
  await platform.close()
})()`
const names = { '@mkt/sdk': '{ createApp, serve }', '@mkt/sdk/testing': '{ startFakePlatform, sampleAutofill }' }
const imports = Object.entries(names).map(([from, what]) => `import ${what} from '${from}'`)
const requires = Object.entries(names).map(([from, what]) => `const ${what} = require('${from}')`)

describe('the published package, installed from its tarball into an empty project', () => {
  describe.each(nodes())('under %s', (node) => {
    it.each([
      ['ESM', 'use.mjs', imports],
      ['CommonJS', 'use.cjs', requires],
    ])('answers a request as %s', (_kind, file, head) => {
      writeFileSync(join(project, file), [...head, program].join('\n'))
      const output = execFileSync(node, [file], { cwd: project, encoding: 'utf8', timeout: 60_000 })
      expect(JSON.parse(output)).toEqual({ fieldValues: { a: ['Ada'] } })
    })
  })

  it.each([
    ['ESM', 'typed.mts'],
    ['CommonJS', 'typed.cts'],
  ])('has types that hold without our repository, as %s', (_kind, file) => {
    const source = `import { createApp, mappingOf, type RaterHandler } from '@mkt/sdk'
import { sampleRating } from '@mkt/sdk/testing'
const rate: RaterHandler = (request) => ({
  pricedPerilCharacteristics: { [request.policyExposurePerils[0]?.perilCharacteristicsLocator ?? '']: { premium: '1' } },
})
export const app = createApp({ raters: { '/rate': rate }, webhooks: { '/e': { 'policy.issue': (event) => event.type } } })
export const perils: number = sampleRating().policyExposurePerils.length
// @ts-expect-error an event name that does not exist
export const wrong = createApp({ webhooks: { '/e': { 'policy.isue': () => {} } } })
interface PlatformApp {
  variant: 'connected'
  settings: { rates: { state: string }[]; limit?: number }
  mappings: 'vin'
  webhooks: { '/events': 'policy.issue' | 'claim.open' }
  autofill: '/autofill'
  raters: never
  lifecycle: 'install'
}
const events = { 'policy.issue': (event: { data: { policyLocator: string } }) => event.data.policyLocator }
const autofill = { '/autofill': () => undefined }
const lifecycle = { install: () => undefined }
export const fits = createApp<PlatformApp>({
  webhooks: { '/events': { 'policy.issue': (event) => event.data.policyLocator.length } },
  autofill: { '/autofill': async (request, context) => {
    const record = await context.settings()
    const vin: string | undefined = mappingOf(record, request.productName).vin
    return { fieldValues: { state: [record.settings.rates[0]?.state ?? '', vin ?? '', String(await context.value('limit'))] } }
  } },
  lifecycle,
})
// @ts-expect-error a path that the manifest does not declare
createApp<PlatformApp>({ webhooks: { '/evnts': events }, autofill, lifecycle })
// @ts-expect-error a path of the manifest that has no handler
createApp<PlatformApp>({ webhooks: { '/events': events }, lifecycle })
// @ts-expect-error an event that the manifest does not declare for this path
createApp<PlatformApp>({ webhooks: { '/events': { 'claim.close': () => {} } }, autofill, lifecycle })
// @ts-expect-error a rater that the manifest does not declare
createApp<PlatformApp>({ webhooks: { '/events': events }, autofill, lifecycle, raters: { '/rate': rate } })
createApp<PlatformApp>({
  webhooks: {
    // @ts-expect-error a locator that the event does not have
    '/events': { 'policy.issue': (event) => event.data.policyLocater },
  },
  // @ts-expect-error a setting that the manifest does not have
  autofill: { '/autofill': async (_request, context) => ({ fieldValues: { a: [await context.setting('rate')] } }) },
  // @ts-expect-error a mapping field that the manifest does not have
  lifecycle: { install: async (_call, context) => mappingOf(await context.settings(), 'auto').vni },
})
`
    writeFileSync(join(project, file), source)
    const flags = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022',
      '--types',
      'node',
    ]
    const types = join(root, 'node_modules/@types')
    const run = spawnSync(join(root, 'node_modules/.bin/tsc'), [...flags, '--typeRoots', types, file], {
      cwd: project,
      encoding: 'utf8',
    })
    expect(run.stdout).toBe('')
    expect(run.status).toBe(0)
  })

  it('carries no dependencies, sources or tests', () => {
    const tree = execFileSync('find', ['node_modules', '-type', 'f'], { cwd: project, encoding: 'utf8' })
    const files = tree.trim().split('\n')
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\./.test(file))).toEqual([])
    expect(files.filter((file) => !file.startsWith('node_modules/@mkt/sdk/') && !file.includes('/.'))).toEqual([])
  })
})
