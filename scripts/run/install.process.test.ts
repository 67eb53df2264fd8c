import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mkt-install-'))
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'package-lock.json'), '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** An install in a folder of its own, with an npm that does what the test says. */
function prepared(npm: string) {
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\necho ran >> "${root}/runs"\n${npm}\n`)
  chmodSync(join(root, 'bin/npm'), 0o755)
  const module = JSON.stringify(join(import.meta.dirname, 'install.mjs'))
  const code = `const { install } = await import(${module}); install(${JSON.stringify(root)})`
  const env = { ...process.env, PATH: `${root}/bin:/usr/bin:/bin` }
  return { args: ['--input-type=module', '-e', code], env }
}
function installWith(npm: string) {
  const { args, env } = prepared(npm)
  return spawnSync(process.execPath, args, { env, encoding: 'utf8' })
}
const runs = () =>
  existsSync(join(root, 'runs')) ? readFileSync(join(root, 'runs'), 'utf8').trim().split('\n').length : 0

test('the packages are installed once, and again when the lock changes', () => {
  expect(installWith('exit 0').status).toBe(0)
  expect(installWith('exit 0').status).toBe(0)
  expect(runs()).toBe(1)
  writeFileSync(join(root, 'package-lock.json'), '{ "changed": true }')
  expect(installWith('exit 0').status).toBe(0)
  expect(runs()).toBe(2)
})

test('a failed install ends with what npm said and what to do, and is tried again next time', () => {
  const failed = installWith('echo "npm error code ENOSPC" >&2; exit 1')
  expect(failed.status).toBe(1)
  expect(failed.stderr).toMatch(/npm error code ENOSPC[\s\S]*The disk is full\. Free some space/)
  expect(installWith('exit 0').status).toBe(0)
  expect(runs()).toBe(2)
})

test('two commands at once install once', async () => {
  const { args, env } = prepared('sleep 0.5')
  const both = [0, 1].map(() => {
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
    return new Promise<number | null>((resolve) => child.on('exit', resolve))
  })
  expect(await Promise.all(both)).toEqual([0, 0])
  expect(runs()).toBe(1)
})
