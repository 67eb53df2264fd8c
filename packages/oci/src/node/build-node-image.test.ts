import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFile } from '../read-file.ts'
import { buildNodeImage } from './build-node-image.ts'
import type { BuildReport } from './build-options.ts'

// Any small program of this machine stands in for Node here: the layer is made the same way.
const node = '/bin/true'

describe('an image of a Node application', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'oci-build-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const write = (path: string, content: string | object) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const app = () => {
    write('apps/a/package.json', {
      name: 'a',
      type: 'module',
      dependencies: { plain: '1', '@w/kit': '1' },
      devDependencies: { dev: '1' },
    })
    write('apps/a/platform-app.json', { name: 'acme/a', version: '1.0.0' })
    write('apps/a/src/main.ts', "import '@w/kit'\nconst a: number = 1\n")
    write('apps/a/.env', 'SECRET=1')
    write('apps/a/node_modules/plain/package.json', { name: 'plain', version: '2', dependencies: { deep: '1' } })
    write('apps/a/node_modules/plain/index.js', 'plain')
    write('node_modules/deep/package.json', { name: 'deep', version: '1' })
    write('node_modules/deep/index.js', 'deep')
    write('node_modules/plain/package.json', { name: 'plain', version: '1' })
    write('node_modules/plain/index.js', 'plain of the kit')
    write('node_modules/dev/package.json', { name: 'dev' })
    write('kit/package.json', {
      name: '@w/kit',
      type: 'module',
      exports: { '.': './src/index.ts' },
      dependencies: { plain: '1' },
    })
    write('kit/src/index.ts', "import { b } from './b.ts'\nexport const a: number = b\n")
    write('kit/src/b.ts', 'export const b: number = 1\n')
    write('kit/src/b.test.ts', 'throw 1')
    mkdirSync(join(dir, 'node_modules/@w'))
    symlinkSync('../../kit', join(dir, 'node_modules/@w/kit'))
  }
  const build = (options = {}) =>
    buildNodeImage({ dir: join(dir, 'apps/a'), node, cacheDir: join(dir, 'cache'), ...options })

  it('starts the program as user 1000 on amd64, with the manifest at the root', async () => {
    app()
    const image = await build()
    expect(image.platform).toEqual({ architecture: 'amd64', os: 'linux' })
    expect(image.config.config).toMatchObject({
      User: '1000:1000',
      Entrypoint: ['/usr/local/bin/node', 'src/main.ts'],
      WorkingDir: '/app',
    })
    expect((await readFile(image, '/platform-app.json'))?.toString()).toContain('acme/a')
    expect((await readFile(image, '/app/platform-app.json'))?.toString()).toContain('acme/a')
    expect((await readFile(image, '/etc/passwd'))?.toString()).toContain('app:x:1000:1000')
    expect(await readFile(image, '/usr/local/bin/node')).toBeDefined()
    expect((await readFile(image, '/app/src/main.ts'))?.toString()).toContain('number')
    await image.close()
  })

  it('holds production dependencies, each user seeing the version it needs, and no secrets', async () => {
    app()
    const image = await build()
    const text = async (path: string) => (await readFile(image, path))?.toString()
    expect(await text('app/node_modules/plain/index.js')).toBe('plain')
    expect(await text('app/node_modules/@w/kit/node_modules/plain/index.js')).toBe('plain of the kit')
    expect(await text('app/node_modules/deep/index.js')).toBe('deep')
    expect(await text('app/node_modules/dev/package.json')).toBeUndefined()
    expect(await text('app/.env')).toBeUndefined()
    await image.close()
  })

  it('turns a workspace package into JavaScript, since Node refuses TypeScript below node_modules', async () => {
    app()
    const image = await build()
    const text = async (path: string) => (await readFile(image, path))?.toString()
    expect(await text('app/node_modules/@w/kit/src/index.js')).toContain("from './b.js'")
    expect(await text('app/node_modules/@w/kit/src/index.js')).not.toContain('number')
    expect(await text('app/node_modules/@w/kit/package.json')).toContain('./src/index.js')
    expect(await text('app/node_modules/@w/kit/src/b.test.js')).toBeUndefined()
    await image.close()
  })

  it('is the same for the same input, whatever the times of the files', async () => {
    app()
    const first = await build()
    utimesSync(join(dir, 'apps/a/src/main.ts'), 1, 1)
    const second = await build({ cacheDir: join(dir, 'other-cache') })
    expect(second.digest).toBe(first.digest)
    const raised = await build({ manifest: '{"name":"acme/a","version":"1.1.0"}' })
    expect(raised.layers.slice(0, -1)).toEqual(first.layers.slice(0, -1))
    await Promise.all([first.close(), second.close(), raised.close()])
  })

  it('never starts another file than the one its start script names', async () => {
    app()
    write('apps/a/package.json', { scripts: { start: 'node dist/server.js', build: 'tsc' } })
    write('apps/a/src/server.ts', '')
    await expect(build()).rejects.toThrow(/dist\/server.js is not there; the script "build" makes it/)
    write('apps/a/dist/server.js', '')
    const image = await build()
    expect(image.config.config?.Entrypoint).toEqual(['/usr/local/bin/node', 'dist/server.js'])
    await image.close()
    write('apps/a/.dockerignore', 'dist\n')
    await expect(build()).rejects.toThrow(/dist\/server.js is left out of the image \(.dockerignore\)/)
    write('apps/a/package.json', { scripts: { start: 'node --import @w/kit src/main' } })
    await expect(build()).rejects.toThrow(/package @w\/kit is not in the image|src\/main is not there/)
  })

  it('carries assignments and options, and a shell only where the script needs one', async () => {
    app()
    write('apps/a/package.json', { scripts: { start: 'cross-env A=1 node --enable-source-maps src/main.ts' } })
    const plain = await build()
    expect(plain.config.config?.Entrypoint).toEqual(['/usr/local/bin/node', '--enable-source-maps', 'src/main.ts'])
    expect(plain.config.config?.Env).toContain('A=1')
    expect(await readFile(plain, '/bin/sh')).toBeUndefined()
    await plain.close()
    write('apps/a/package.json', { scripts: { start: 'node src/main.ts --port $MKT_PORT' } })
    const shell = await build()
    expect(shell.config.config?.Entrypoint).toEqual(['/bin/sh', '-c', 'exec node src/main.ts --port $MKT_PORT'])
    expect(await readFile(shell, '/bin/sh')).toBeDefined()
    await shell.close()
  })

  it('tells what it is made of and what was left out', async () => {
    app()
    for (const secret of ['.npmrc', 'tls/server.pem', '.aws/credentials']) write(`apps/a/${secret}`, 'secret')
    const reports: BuildReport[] = []
    const image = await build({ onReport: (report: BuildReport) => reports.push(report) })
    expect(reports[0]).toMatchObject({ program: { origin: 'the usual name', line: 'node src/main.ts' } })
    expect(reports[0]?.layers.map(({ name }) => name)).toEqual(['runtime', 'dependencies', 'code', 'manifest'])
    const secrets = reports[0]?.leftOut.filter(({ why }) => why === 'may hold secrets').map(({ path }) => path)
    expect(secrets).toEqual(['.aws', '.env', '.npmrc', 'tls/server.pem'])
    expect(await readFile(image, '/app/.npmrc')).toBeUndefined()
    await image.close()
  })

  it('keeps large files in a layer of their own, which a changed line of code leaves alone', async () => {
    app()
    write('apps/a/data/rates.csv', 'x'.repeat(100_000))
    const before = await build()
    write('apps/a/src/main.ts', 'console.log("changed")')
    const after = await build()
    const changed = after.layers.filter(({ digest }) => !before.layers.some((layer) => layer.digest === digest))
    expect(changed).toHaveLength(1)
    expect(changed[0]?.size).toBeLessThan(2_000)
    await Promise.all([before.close(), after.close()])
  })

  it('leaves out optional packages for other platforms', async () => {
    app()
    write('apps/a/package.json', {
      name: 'a',
      optionalDependencies: { '@img/musl': '1', '@img/glibc': '1', '@img/mac': '1', '@img/arm': '1', '@img/any': '1' },
    })
    const platforms = {
      musl: { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      glibc: { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
      mac: { os: ['darwin'] },
      arm: { cpu: ['!x64'] },
      any: { os: ['!win32'] },
    }
    for (const [name, platform] of Object.entries(platforms)) {
      write(`node_modules/@img/${name}/package.json`, { name: `@img/${name}`, ...platform })
      if (!['glibc', 'any'].includes(name)) write(`node_modules/@img/${name}/module.node`, 'not for this platform')
    }
    const image = await build()
    const there = async (name: string) =>
      (await readFile(image, `/app/node_modules/@img/${name}/package.json`)) !== undefined
    expect(await Promise.all(Object.keys(platforms).map(there))).toEqual([false, true, false, false, true])
    await image.close()
  })

  it('refuses a compiled module that is not for the platform, by the name of its package', async () => {
    app()
    write('apps/a/node_modules/plain/build/addon.node', 'not a library')
    await expect(build()).rejects.toThrow(/package plain has a compiled module, and none of it is for Linux on amd64/)
    copyFileSync('/bin/true', join(dir, 'apps/a/node_modules/plain/build/linux.node'))
    const image = await build()
    expect(await readFile(image, '/app/node_modules/plain/build/linux.node')).toBeDefined()
    await image.close()
  })

  it('is the same bytes whichever kind of machine builds it', async () => {
    app()
    const plain = join(dir, 'apps/a/node_modules/plain')
    mkdirSync(join(plain, 'build'))
    copyFileSync('/bin/true', join(plain, 'build/linux.node'))
    const digests: string[] = []
    for (const host of ['amd64', 'arm64'] as const) {
      const image = await build({ host, cacheDir: join(dir, host) })
      digests.push(image.digest)
      await image.close()
    }
    expect(digests[1]).toBe(digests[0])
  })

  it('refuses a Node that engines.node does not want', async () => {
    app()
    write('apps/a/package.json', { engines: { node: '>=99' } })
    await expect(build()).rejects.toThrow(/engines.node asks for >=99/)
  })

  it('says what is missing', async () => {
    app()
    write('apps/a/package.json', { dependencies: { absent: '1' } })
    await expect(build()).rejects.toThrow(/absent, which .* is not installed/)
    await expect(build({ entry: 'nothing.ts' })).rejects.toMatchObject({ code: 'build_impossible' })
    write('apps/a/package.json', {})
    symlinkSync('/etc/passwd', join(dir, 'apps/a/passwd'))
    await expect(build()).rejects.toThrow(/leaves/)
  })

  it('refuses a program of another architecture', async () => {
    app()
    write('not-a-program', 'x'.repeat(100))
    await expect(build({ node: join(dir, 'not-a-program') })).rejects.toThrow(/not a Linux amd64 program/)
  })
})
