import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startMkt } from './testing/run-mkt.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-sbom-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

interface Listed {
  version: string
  dependencies?: Record<string, Listed>
}

/** Each package once, at whatever place of the tree; the folder itself is what is listed, not a part of it. */
function listedBy({ dependencies = {} }: Listed): [string, string][] {
  const all = Object.entries(dependencies).flatMap(([name, entry]): [string, string][] => [
    [name, entry.version],
    ...listedBy(entry),
  ])
  return [...new Map(all.map((each) => [each.join('@'), each])).values()]
}

const run = (...args: string[]) => startMkt(['sbom', ...args], { cwd: folder, env: {} }).ended

describe('mkt sbom', () => {
  it('lists a folder without network, to standard output or into a file', async () => {
    write('app/node_modules/left-pad/package.json', '{"name":"left-pad","version":"1.3.0"}')
    write('app/node_modules/broken/package.json', '{')
    const { code, stdout } = await run('app')
    expect(code).toBe(0)
    expect(JSON.parse(stdout).components).toMatchObject([{ purl: 'pkg:npm/left-pad@1.3.0' }])
    const named = await run('app', '-o', 'sbom.json')
    expect(named.stdout).toMatch(/1 package:\n {2}npm {6}1\n1 file could not be read:\n {2}node_modules\/broken/)
    expect(JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8'))).toMatchObject({ specVersion: '1.6' })
    expect((await run('app', '--json')).json).toMatchObject({ bomFormat: 'CycloneDX' })
  })

  it('finds the packages of this machine that dpkg lists, no more and no fewer', async () => {
    const status = readFileSync('/var/lib/dpkg/status', 'utf8')
    write('root/var/lib/dpkg/status', status)
    write('root/etc/os-release', 'ID=debian\nVERSION_ID="12"\n')
    const listed = execFileSync('dpkg-query', [
      '-W',
      '-f',
      `${['db:Status-Status', 'Package', 'Version', 'Architecture'].map((field) => `\${${field}}`).join(' ')}\\n`,
    ])
    const expected = listed
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('installed '))
      .map((line) => line.slice('installed '.length))
    const { json } = await run('root', '--json')
    const found = (json.components as { name: string; version: string; purl: string }[]).map(
      ({ name, version, purl }) => `${name} ${version} ${/arch=(\w+)/.exec(purl)?.[1]}`,
    )
    expect(found.sort()).toEqual(expected.sort())
  })

  it('finds the npm packages that npm lists, no more and no fewer', async () => {
    const pack = (path: string, content: object) => write(`npm/${path}package.json`, JSON.stringify(content))
    const named = (name: string, version: string, more: object = {}) => ({ name, version, ...more })
    const dependencies = { a: '^1.0.0', '@scope/c': '^3.0.0', own: 'file:own' }
    pack('', named('the-app', '9.9.9', { dependencies }))
    pack('node_modules/a/', named('a', '1.2.3', { dependencies: { b: '^1.0.0' } }))
    pack('node_modules/a/node_modules/b/', named('b', '1.0.0'))
    pack('node_modules/b/', named('b', '2.0.0'))
    pack('node_modules/@scope/c/', named('@scope/c', '3.0.0', { dependencies: { b: '^2.0.0' } }))
    pack('own/', named('own', '0.1.0'))
    symlinkSync('../own', join(folder, 'npm/node_modules/own'))
    // Neither counts for npm: a marker of the module type, and a fixture inside a package.
    pack('node_modules/a/dist/', { type: 'module' })
    pack('node_modules/a/test/fixture/', named('fixture', '1.0.0'))
    const npm = spawnSync('npm', ['ls', '--all', '--json'], { cwd: join(folder, 'npm'), encoding: 'utf8' })
    const { json } = await run('npm', '--json')
    const found = (json.components as { purl: string }[]).map(({ purl }) => decodeURIComponent(purl))
    const listed = listedBy(JSON.parse(npm.stdout)).map(([name, version]) => `pkg:npm/${name}@${version}`)
    expect(listed).toHaveLength(5)
    expect(found.sort()).toEqual(listed.sort())
  })

  it('says what is wrong with a target that is no image', async () => {
    write('nothing.tar', 'no archive')
    expect(await run('nothing.tar')).toMatchObject({ code: 1, stderr: expect.stringMatching(/archive/) })
  })
})
