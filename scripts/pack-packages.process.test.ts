import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerDownloads } from '../packages/server/src/api/docs/downloads.ts'
import { buildDownloads, buildPackages, foreignModules } from './pack-packages.ts'
import { packPackage } from './pack-sdk.ts'

const root = resolve(import.meta.dirname, '..')
const names = ['manifest', 'contract', 'oci', 'engines', 'pages', 'simulator', 'cli', 'sdk'].map(
  (name) => `@mkt/${name}`,
)
let folder: string
let project: string
const contents = new Map<string, string[]>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-packed-'))
  project = join(folder, 'project')
  mkdirSync(project)
  foreignModules(project)
  const packages = await buildPackages(join(folder, 'built'))
  await buildDownloads(packages, join(folder, 'downloads'))
  for (const [name, built] of packages) {
    const tarball = packPackage(built, folder)
    const home = join(project, 'node_modules', name)
    mkdirSync(home)
    execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1'])
    const listed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
    contents.set(
      name,
      listed.map((path) => path.replace(/^package\//, '')),
    )
  }
  rmSync(join(folder, 'built'), { recursive: true })
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Published {
  exports?: Record<string, string | { types?: string; default?: string }>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  private?: boolean
}
const described = (name: string) =>
  JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')) as Published

it('the tool does not carry the client of a cluster', () => {
  expect(names.filter((name) => described(name).dependencies?.['@kubernetes/client-node'] !== undefined)).toEqual([])
})

it('the engines bring the program of an outlet along, though they hold no sources', () => {
  const place = '@mkt/engines/src/kubernetes/outlet/outlet-program.js'
  const program = `const { outletProgram } = await import(${JSON.stringify(join(project, 'node_modules', place))})
    const { entry, files } = await outletProgram()
    console.log(JSON.stringify([entry, files.map(({ path }) => path), files.some(({ content }) => content.includes(".js'"))]))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const [entry, paths, hasOther] = JSON.parse(said) as [string, string[], boolean]
  expect(paths).toEqual(expect.arrayContaining([entry, 'egress/carry.mjs', 'guarded.mjs']))
  expect(hasOther).toBe(false)
})

it('every package that somebody installs is packed', () => {
  expect([...contents.keys()].sort()).toEqual([...names].sort())
})

describe.each(names)('%s as it is published', (name) => {
  it('holds JavaScript with types, its licence, and neither sources nor tests', () => {
    const files = contents.get(name) ?? []
    expect(files).toContain('LICENSE')
    const own = files.filter((file) => !file.startsWith('templates/'))
    expect(own.filter((file) => /(?<!\.d)\.ts$|\.test\.|tsconfig|node_modules|\/testing\/.*test/.test(file))).toEqual(
      [],
    )
    const code = files.filter((file) => file.endsWith('.js') && !/^(templates|dev-page|page)\//.test(file))
    expect(code.length).toBeGreaterThan(0)
    expect(code.filter((file) => !files.includes(file.replace(/\.js$/, '.d.ts')))).toEqual([])
  })

  it('names only files it holds, and is not private', () => {
    const files = contents.get(name) ?? []
    const { exports = {}, bin = {}, private: hidden } = described(name)
    const named = [...Object.values(exports), ...Object.values(bin)]
      .flatMap((entry) => [...JSON.stringify(entry).matchAll(/"\.\/([^"]+)"/g)])
      .map(([, file = '']) => file)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((file) => !files.includes(file))).toEqual([])
    expect(hidden).toBeUndefined()
  })

  it('asks for none of our packages that is not published', () => {
    const own = Object.keys(described(name).dependencies ?? {}).filter((one) => one.startsWith('@mkt/'))
    expect(own.filter((one) => !names.includes(one))).toEqual([])
  })
})

describe('a project that installed them', () => {
  const program = `
import { parseManifest } from '@mkt/manifest'
import schema from '@mkt/manifest/schema.json' with { type: 'json' }
import { operations } from '@mkt/contract/api'
import { createClient } from '@mkt/contract/client'
import { codes } from '@mkt/contract/errors'
import { openApiDocument } from '@mkt/contract/openapi'
import * as oci from '@mkt/oci'
import * as engines from '@mkt/engines'
const { problems } = parseManifest('{"name":"acme/app","version":"1.0"}')
console.log(JSON.stringify({
  rule: problems[0]?.rule, schema: schema.$schema, operations: Object.keys(operations).length > 50,
  client: typeof createClient({ baseUrl: 'http://127.0.0.1:1' }).getListing, code: codes.version_taken.status,
  openapi: openApiDocument('1').openapi, oci: typeof oci.buildNodeImage, engines: typeof engines.openEngine,
}))`

  it('can use them from JavaScript', () => {
    writeFileSync(join(project, 'use.mjs'), program)
    const output = execFileSync(process.execPath, ['use.mjs'], { cwd: project, encoding: 'utf8', timeout: 60_000 })
    expect(JSON.parse(output)).toEqual({
      rule: 'manifest.version.invalid',
      schema: 'https://json-schema.org/draft/2020-12/schema',
      operations: true,
      client: 'function',
      code: 409,
      openapi: '3.1.0',
      oci: 'function',
      engines: 'function',
    })
  })

  it('has their types', () => {
    const source = `import { parseManifest, type Manifest } from '@mkt/manifest'
import { createClient } from '@mkt/contract/client'
export const manifest: Manifest | undefined = parseManifest('{}').manifest
export const version = async () => (await createClient({ baseUrl: '' }).getRelease({ params: { id: 'x' } })).version satisfies string
// @ts-expect-error an operation that does not exist
createClient({ baseUrl: '' }).getNothing()
`
    writeFileSync(join(project, 'use.mts'), source)
    const flags = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      'node',
      '--skipLibCheck',
    ]
    const run = spawnSync(join(root, 'node_modules/.bin/tsc'), [...flags, 'use.mts'], {
      cwd: project,
      encoding: 'utf8',
    })
    expect(run.stdout).toBe('')
  })

  const tool = () => join(project, 'node_modules/@mkt/cli', described('@mkt/cli').bin?.mkt ?? '')
  const mkt = (...args: string[]) =>
    execFileSync(process.execPath, [tool(), ...args], { cwd: project, encoding: 'utf8', timeout: 60_000 })

  it('has the tool, which starts an application', () => {
    expect(mkt('--version').trim()).toMatch(/^\d+\.\d+\.\d+$/)
    mkt('init', 'my-app', '--name', 'acme/my-app', '--variant', 'connected', '--template', 'webhook')
    expect(JSON.parse(mkt('validate', 'my-app', '--json'))).toMatchObject({ valid: true })
    expect(existsSync(join(project, 'my-app/Dockerfile'))).toBe(true)
  })

  it('has the dev loop: it fires an event, shows the answer, restarts on change, and leaves no process behind', async () => {
    mkt('init', 'looped', '--name', 'acme/looped', '--variant', 'connected', '--template', 'webhook')
    const child = spawn(process.execPath, [tool(), 'dev', 'looped', '--port', '0'], { cwd: project })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const said = async (words: RegExp) => {
      await expect.poll(() => (child.exitCode === null ? output : `${output} ended`)).toMatch(words)
      return words.exec(output)?.[1] ?? ''
    }
    try {
      const url = await said(/page (http:\S+)\/_dev\//)
      await said(/healthy at/)
      const post = async (path: string, body: unknown) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      }
      const { firings } = (await (await fetch(`${url}/_dev/facts`)).json()) as { firings: { title: string }[] }
      const event = firings.find(({ title }) => title.includes('policy.issue'))
      expect(await post('/_dev/fire', event)).toMatchObject({ kind: 'webhook', status: 204, stateReads: 1 })
      await said(/webhook POST \/events → (204)/)

      const source = join(project, 'looped/src/app.ts')
      writeFileSync(source, readFileSync(source, 'utf8').replace("?? 'Hello'", "+ ' again'"))
      await said(/healthy (again)/)
      expect(await post('/_dev/fire', event)).toMatchObject({ status: 204 })
      await said(/app: \w+ (again): policy\.issue/)

      const started = descendants(child.pid ?? 0)
      expect(started.length).toBeGreaterThan(1)
      const gone = once(child, 'exit')
      child.kill('SIGINT')
      expect(await gone).toEqual([0, null])
      await expect.poll(() => started.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
    } finally {
      child.kill('SIGKILL')
    }
  })
})

describe('what a platform serves at /downloads', () => {
  const downloads = () => join(folder, 'downloads')
  const path = () => `${dirname(process.execPath)}:${process.env.PATH}`

  it('installs the tool with one command that asks no registry, and the tool writes an app that tests and builds', async () => {
    const app = Fastify()
    let url = ''
    registerDownloads(app, () => url, downloads())
    url = await app.listen({ host: '127.0.0.1', port: 0 })
    const home = join(folder, 'home')
    try {
      const page = await (await fetch(`${url}/downloads`)).text()
      const [, name = ''] = /npm install --global (\S+mkt\.tgz)/.exec(page) ?? []
      const install = ['install', '--global', '--prefix', home, '--cache', join(folder, 'cache')]
      const alone = ['--registry', 'http://127.0.0.1:1', '--no-audit', '--no-fund']
      await promisify(execFile)('npm', [...install, ...alone, name], { env: { ...process.env, PATH: path() } })
    } finally {
      await app.close()
    }
    const work = join(folder, 'work')
    mkdirSync(work)
    const env = { PATH: path(), HOME: work, XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache') }
    const run = (program: string, args: string[], cwd = work) =>
      execFileSync(program, args, { cwd, env, encoding: 'utf8', timeout: 120_000, stdio: 'pipe' })
    const tool = join(home, 'bin/mkt')
    expect(run(tool, ['--version']).trim()).toMatch(/^\d+\.\d+\.\d+$/)
    run(tool, ['init', 'my-app', '--name', 'acme/my-app', '--template', 'rater'])
    expect(existsSync(join(work, 'my-app/vendor/mkt-sdk/package.json'))).toBe(true)
    expect(run('npm', ['test'], join(work, 'my-app'))).toMatch(/pass 2/)
    expect(JSON.parse(run(tool, ['build', 'my-app', '-o', 'app.tar', '--json']))).toMatchObject({
      command: expect.any(Array),
    })
    expect(JSON.parse(run(tool, ['conformance', 'my-app', '--json']))).toMatchObject({ conforms: true })
    const bundled = readdirSync(join(home, 'lib/node_modules/@mkt/cli/node_modules'))
    expect(bundled).not.toContain('@kubernetes')
    expect(bundled).not.toContain('@types')
  })

  it('holds SDKs that Python imports and Java compiles, and the schemas', () => {
    const out = join(folder, 'unpacked')
    const [wheel = ''] = readdirSync(downloads()).filter((name) => name.endsWith('.whl'))
    const python = (...args: string[]) => execFileSync('python3', args, { encoding: 'utf8' })
    expect(
      python(
        '-c',
        `import sys; sys.path.insert(0, ${JSON.stringify(join(downloads(), wheel))}); import mkt_sdk.testing; print(mkt_sdk.App)`,
      ),
    ).toContain('mkt_sdk.app.App')
    for (const name of ['mkt-sdk-java.zip', 'mkt-schemas.zip'])
      python('-m', 'zipfile', '-e', join(downloads(), name), out)
    expect(JSON.parse(readFileSync(join(out, 'platform-app.json'), 'utf8'))).toHaveProperty('$schema')
    expect(existsSync(join(out, 'mkt/sdk/App.java'))).toBe(true)
  })
})

/** Everything a process started, and what that started. */
function descendants(pid: number): string[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(name)
      return stat === undefined ? [] : [{ name, parent: stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0] }]
    })
  const below = (parent: string): string[] =>
    parents.filter((each) => each.parent === parent).flatMap(({ name }) => [name, ...below(name)])
  return below(String(pid))
}

/** Undefined when the process has ended meanwhile. */
function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}
