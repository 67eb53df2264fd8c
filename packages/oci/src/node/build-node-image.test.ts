import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFile } from '../read-file.ts'
import { buildNodeImage } from './build-node-image.ts'

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
      Entrypoint: ['/usr/local/bin/node', '/app/src/main.ts'],
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
