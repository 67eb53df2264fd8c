import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startMkt } from './testing/run-mkt.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mkt-port-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const mkt = (...args: string[]) => startMkt([...args, '--json'], { cwd: root, env: { HOME: root } }).ended

it('mkt port shows what it would change, writes with --yes, and touches neither ignored files nor what is outside', async () => {
  write('app/vendor-app.json', '{ "name": "acme/x", "version": "1.0.0", "vendor": { "webhooks": [] } }\n')
  write('app/server.js', "listen(process.env.ACM_PORT, process.env.ACM_STATE_API, '/health')\n")
  write('app/.gitignore', 'ignored.js\n')
  write('app/ignored.js', 'ACM_PORT')
  write('outside.js', 'ACM_PORT')
  symlinkSync('../outside.js', join(root, 'app/link.js'))
  execFileSync('git', ['init', '-q'], { cwd: join(root, 'app') })

  const shown = await mkt('port', 'app')
  expect(shown).toMatchObject({ code: 0, json: { written: false, notes: [] } })
  const { diff } = shown.json as { diff: string[] }
  expect(diff).toContain('rename vendor-app.json → platform-app.json')
  expect(diff).toContain("+ listen(process.env.MKT_PORT, process.env.MKT_STATE_API, '/health')")
  expect(read('app/server.js')).toContain('ACM_PORT')

  expect(await mkt('port', 'app', '--yes')).toMatchObject({ code: 0, json: { written: true } })
  expect(read('app/server.js')).toBe("listen(process.env.MKT_PORT, process.env.MKT_STATE_API, '/health')\n")
  expect(JSON.parse(read('app/platform-app.json'))).toMatchObject({ platform: { webhooks: [] } })
  expect(existsSync(join(root, 'app/vendor-app.json'))).toBe(false)
  expect([read('app/ignored.js'), read('outside.js')]).toEqual(['ACM_PORT', 'ACM_PORT'])
  expect(await mkt('port', 'app')).toMatchObject({ code: 0, json: { files: [] } })
})
