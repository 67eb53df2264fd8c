import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openImage } from '@mkt/oci'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tryImage } from './services/image/try-image.ts'
import { startMkt } from './testing/run-mkt.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mkt-languages-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const mkt = (...args: string[]) => {
  const { GOCACHE, GOPATH, JAVA_TOOL_OPTIONS = '' } = process.env
  const env = {
    HOME: root,
    XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    GOCACHE: GOCACHE ?? join(homedir(), '.cache', 'go-build'),
    GOPATH: GOPATH ?? join(root, 'go'),
    JAVA_TOOL_OPTIONS,
  }
  return startMkt([...args, '--json'], { cwd: root, env }).ended
}

describe.each([
  ['typescript', 'node src/main.ts', /^Node v/],
  ['python', '/usr/local/bin/python3 app.py', /^Python 3\./],
  ['go', '/app/app', /static program of go/],
  ['java', /java -XX:MaxRAMPercentage=75 -cp .* App$/, /^Java \d+/],
])('an app in %s', (language, line, runtime) => {
  it('is written by mkt init, built without a daemon, and becomes healthy in the sandbox', async () => {
    expect(await mkt('init', 'app', '--name', 'acme/app', '--language', language)).toMatchObject({ code: 0 })
    const { code, json, stderr } = await mkt('build', 'app', '-o', 'app.tar')
    expect({ code, stderr: code === 0 ? '' : stderr, json }).toMatchObject({
      code: 0,
      json: {
        report: {
          program: { line: typeof line === 'string' ? line : expect.stringMatching(line) },
          runtime: expect.stringMatching(runtime),
        },
      },
    })
    const image = await openImage({ archive: join(root, 'app.tar') })
    const trial = await tryImage(image, { plan: 'Standard', signal: new AbortController().signal })
    await image.close()
    expect(trial).toEqual({ outcome: 'healthy' })
  })
})

it('any file tree becomes an image with --rootfs and --cmd, which must be in it', async () => {
  mkdirSync(join(root, 'app'))
  writeFileSync(join(root, 'app/platform-app.json'), '{"name":"acme/app","version":"1.0.0","platform":{"egress":[]}}')
  mkdirSync(join(root, 'tree/bin'), { recursive: true })
  writeFileSync(join(root, 'tree/bin/server'), 'a program', { mode: 0o755 })
  const args = ['build', 'app', '-o', 'app.tar', '--rootfs', 'tree']
  expect(await mkt(...args)).toMatchObject({ code: 2, json: { error: { code: 'usage' } } })
  expect(await mkt(...args, '--cmd', '/bin/other')).toMatchObject({
    code: 1,
    json: { error: { code: 'build_impossible' } },
  })
  expect(await mkt(...args, '--cmd', '/bin/server --quiet')).toMatchObject({
    code: 0,
    json: { command: ['/bin/server', '--quiet'] },
  })
})
