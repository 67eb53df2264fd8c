import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filterLauncher } from './filter-launcher.ts'

let folder: string
let launcher: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-filter-'))
  launcher = join(folder, 'launcher')
  const program = filterLauncher(process.arch)
  if (program === null) throw new Error(`There is no filter for ${process.arch}.`)
  writeFileSync(launcher, program, { mode: 0o755 })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What applications of all kinds do: serve, call, resolve, list addresses, read files, make threads and processes. */
const ordinary = `
  import { createServer } from 'node:http'
  import { spawnSync } from 'node:child_process'
  import { readFileSync, writeFileSync } from 'node:fs'
  import { networkInterfaces } from 'node:os'
  import { lookup } from 'node:dns/promises'
  import { Worker } from 'node:worker_threads'
  import { createServer as createLocal, connect } from 'node:net'
  import { join } from 'node:path'
  const server = createServer((_, answer) => answer.end('pong')).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const pong = await (await fetch('http://127.0.0.1:' + server.address().port)).text()
  server.close()
  const file = join(process.env.FOLDER, 'file')
  writeFileSync(file, 'read')
  const thread = await new Promise((done) => new Worker('require("worker_threads").parentPort.postMessage("thread")', { eval: true, execArgv: [] }).once('message', done))
  const local = createLocal((socket) => socket.end('local')).listen(join(process.env.FOLDER, 'socket'))
  await new Promise((done) => local.once('listening', done))
  const heard = await new Promise((done) => connect(join(process.env.FOLDER, 'socket')).once('data', (data) => done(String(data))))
  local.close()
  const child = spawnSync('/bin/sh', ['-c', 'echo child']).stdout.toString().trim()
  await lookup('localhost')
  console.log([pong, readFileSync(file, 'utf8'), thread, heard, child, typeof networkInterfaces()].join(' '))
`

it('lets an ordinary program do all that it needs', () => {
  const arguments_ = [process.execPath, '--input-type=module', '-e', ordinary]
  const run = spawnSync(launcher, arguments_, { env: { ...process.env, FOLDER: folder }, encoding: 'utf8' })
  expect(run.stderr).toBe('')
  expect(run.stdout.trim()).toBe('pong read thread local child object')
})

it('lets a program make no namespace', () => {
  const run = spawnSync(launcher, ['/usr/bin/unshare', '--user', '/bin/true'], { encoding: 'utf8' })
  expect(run.status).not.toBe(0)
  expect(run.stderr).toContain('Operation not permitted')
})
