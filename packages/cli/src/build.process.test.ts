import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openImage, readFile } from '@mkt/oci'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startMkt } from './testing/run-mkt.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mkt-build-'))
  write('platform-app.json', { name: 'acme/app', version: '1.2.3', platform: { egress: [] } })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const write = (path: string, content: string | object) => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), typeof content === 'string' ? content : JSON.stringify(content))
}
// The base layer is the same for everybody; making it for each test would take longest.
const XDG_CACHE_HOME = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
const mkt = (...args: string[]) => startMkt(args, { cwd: dir, env: { HOME: dir, XDG_CACHE_HOME } }).ended

it('mkt build runs "build", starts what "start" names, and prints what it did and what it left out', async () => {
  write('package.json', {
    scripts: { build: 'node make.js', start: 'cross-env MODE=live node --enable-source-maps dist/server.js' },
  })
  write(
    'make.js',
    'const fs = require("node:fs"); fs.mkdirSync("dist", { recursive: true }); fs.writeFileSync("dist/server.js", "built")',
  )
  write('src/server.ts', 'never started')
  write('.npmrc', '//registry/:_authToken=secret')
  const { code, stdout, stderr } = await mkt('build')
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stderr).toContain('npm run build: node make.js')
  expect(stderr).toContain('may hold secrets: .npmrc')
  expect(stdout).toMatch(/starts {4}cross-env MODE=live node --enable-source-maps dist\/server.js \(the start script\)/)
  expect(stdout).toMatch(/runtime {3}Node v\d+/)
  expect(stdout).toContain('left out  .npmrc')
  const image = await openImage({ archive: join(dir, '.mkt/app-1.2.3.tar') })
  expect(image.config.config).toMatchObject({
    Entrypoint: ['/usr/local/bin/node', '--enable-source-maps', 'dist/server.js'],
    Env: expect.arrayContaining(['MODE=live']),
  })
  expect((await readFile(image, '/app/dist/server.js'))?.toString()).toBe('built')
  expect(await readFile(image, '/app/.npmrc')).toBeUndefined()
  await image.close()

  const listed = await mkt('build', '--list', '--json')
  const { files, leftOut } = listed.json as { files: { path: string; layer: string }[]; leftOut: object[] }
  expect(files).toContainEqual({ layer: 'code', path: '/app/dist/server.js', size: 5 })
  expect(leftOut).toContainEqual({ path: '.npmrc', why: 'may hold secrets' })
})

it('mkt build refuses a start script it cannot express, and a failing build, with the way out', async () => {
  write('package.json', { scripts: { start: 'node a.js | pino-pretty' } })
  write('a.js', '')
  const piped = await mkt('build', '--json')
  expect(piped).toMatchObject({ code: 1, json: { error: { code: 'build_impossible' } } })
  expect(JSON.stringify(piped.json)).toContain('a pipe')
  write('package.json', { scripts: { start: 'node a.js', build: 'echo no room; exit 3' } })
  const failed = await mkt('build', '--json')
  expect(failed).toMatchObject({ code: 1, json: { error: { code: 'build_failed' } } })
  expect(JSON.stringify(failed.json)).toContain('no room')
  expect(await mkt('build', '--no-build-script')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('was not run'),
  })
})

it('a Dockerfile is built by what is there, and spoken of where it is not used', async () => {
  write('package.json', { scripts: { start: 'node a.js' } })
  write('a.js', '')
  write('Dockerfile', 'FROM node:24\nCOPY a.js /app/\nCMD ["node", "a.js"]\n')
  expect((await mkt('build')).stderr).toContain('asks for nothing more than mkt builds itself')
  write('Dockerfile', 'FROM debian\nRUN apt-get install -y ffmpeg\n')
  expect((await mkt('build', '--no-dockerfile')).stderr).toContain('Dockerfile is not used: --no-dockerfile')

  // Stands in for buildah: fails as it does when a registry is away.
  write(
    'bin/buildah',
    '#!/bin/sh\necho "$1: pinging container registry docker.io: dial tcp: i/o timeout" >&2\nexit 125\n',
  )
  chmodSync(join(dir, 'bin/buildah'), 0o755)
  const env = { HOME: dir, PATH: `${join(dir, 'bin')}:${process.env.PATH}`, DOCKER_HOST: 'tcp://127.0.0.1:9' }
  const refused = await startMkt(['build', '--json'], { cwd: dir, env }).ended
  expect(refused).toMatchObject({ code: 1, json: { error: { code: 'registry_unreachable' } } })
  expect(JSON.stringify(refused.json)).toContain('--no-dockerfile')
  const listed = await startMkt(['build', '--list', '--json'], { cwd: dir, env }).ended
  expect(listed).toMatchObject({ code: 2, json: { error: { message: expect.stringContaining('the Dockerfile') } } })
})

it('mkt build refuses options that would have no effect, and a program that its .dockerignore leaves out', async () => {
  write('app.py', '')
  write('.dockerignore', '*\n!lib/**\n')
  const left = await mkt('build', '--json')
  expect(left).toMatchObject({ code: 1, json: { error: { code: 'build_impossible' } } })
  expect(JSON.stringify(left.json)).toContain('program app.py is left out of the image')
  const listed = await mkt('build', '--list', '--json')
  expect(listed).toMatchObject({ code: 2, json: { error: { code: 'usage' } } })
  expect(JSON.stringify(listed.json)).toContain('an application in Python')
  write('package.json', { scripts: { start: 'node main.js' } })
  const command = await mkt('build', '--cmd', 'node other.js', '--json')
  expect(command).toMatchObject({ code: 2, json: { error: { code: 'usage' } } })
})

it('an archive that is written into the folder is no part of the next image', async () => {
  write('package.json', { scripts: { start: 'node main.js' } })
  write('main.js', '')
  const node = ['build', '-o', 'app.tar', '--json']
  const { imageDigest } = (await mkt(...node)).json as { imageDigest: string }
  expect(imageDigest).toMatch(/^sha256:/)
  const leftOut = expect.arrayContaining([{ path: 'app.tar', why: 'is what the build writes' }])
  expect(await mkt(...node)).toMatchObject({ code: 0, json: { imageDigest, report: { leftOut } } })
  write('tree/server', 'a program')
  const tree = ['build', '--rootfs', 'tree', '--cmd', '/server', '-o', 'tree/app.tar', '--json']
  const { size } = (await mkt(...tree)).json as { size: number }
  expect(await mkt(...tree)).toMatchObject({ code: 0, json: { size } })
})

it('mkt build takes a platform, and names what this machine lacks for it', async () => {
  write('package.json', { scripts: { start: 'node main.js' } })
  write('main.js', '')
  expect(await mkt('build', '--platform', 'windows/amd64', '--json')).toMatchObject({
    code: 2,
    json: { error: { code: 'usage', fix: expect.stringContaining('linux/arm64') } },
  })
  write('tree/server', 'a program')
  const tree = ['build', '--rootfs', 'tree', '--cmd', '/server', '-o', 'tree.tar']
  expect(await mkt(...tree, '--platform', 'linux/arm64', '--json')).toMatchObject({ code: 0 })
  const image = await openImage({ archive: join(dir, 'tree.tar') })
  expect(image.platform).toEqual({ os: 'linux', architecture: 'arm64' })
  await image.close()

  // Stands in for npm: a Node of the other architecture, which needs libraries of that architecture.
  const machine = process.arch === 'arm64' ? 0x3e : 0xb7
  const node = readFileSync(process.execPath)
  node.writeUInt16LE(machine, 18)
  mkdirSync(join(dir, 'pack/package/bin'), { recursive: true })
  writeFileSync(join(dir, 'pack/package/bin/node'), node)
  write('pack/package/package.json', { version: process.versions.node })
  write('bin/npm', `#!/bin/sh\ntar cf - -C ${dir}/pack package | gzip -1 > "$4/node.tgz"\n`)
  chmodSync(join(dir, 'bin/npm'), 0o755)
  const env = { HOME: dir, XDG_CACHE_HOME: join(dir, 'cache'), PATH: `${join(dir, 'bin')}:${process.env.PATH}` }
  const other = process.arch === 'arm64' ? 'amd64' : 'arm64'
  const built = await startMkt(['build', '--platform', `linux/${other}`, '--json'], { cwd: dir, env }).ended
  const triple = `${other === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  if ([`/lib/${triple}`, `/usr/${triple}/lib`].some((folder) => existsSync(join(folder, 'libc.so.6'))))
    expect(built).toMatchObject({ code: 0 })
  else expect(JSON.stringify(built.json)).toContain(`libc6:${other}`)
})
