import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

  it('says what is wrong with a target that is no image', async () => {
    write('nothing.tar', 'no archive')
    expect(await run('nothing.tar')).toMatchObject({ code: 1, stderr: expect.stringMatching(/archive/) })
  })
})
