import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from './run.ts'
import { capturedWorld } from './testing/captured-world.ts'
import { startMkt } from './testing/run-mkt.ts'

// Colours, a window title, a link, the one-byte form of a sequence, and a mark that turns the text around.
const evil = 'A\u001b[31mB\u001b[0m\u001b]0;title\u0007\u001b]8;;http://x\u001b\\\\C\u009b2J\u202eD'
const bad = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const badIn = (text: string) => [...text].filter((one) => bad.test(one) && one !== '\n')

/** A platform that says only such things. */
const platform = createServer((request, response) => {
  const at = request.url ?? ''
  const json = (value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const listing = { id: 'lst_1', name: 'acme/x', title: evil, state: 'DRAFT', variant: 'connected', summary: evil }
  if (at.startsWith('/api/v1/me')) json({ organization: { id: 'org_1', name: evil }, clientId: evil, scopes: [evil] })
  else if (at.includes('/logs/stream'))
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(
        `id: 1\ndata: ${JSON.stringify({ at: evil, release: { version: evil }, stream: 'stderr', text: evil })}\n\n`,
        () => response.destroy(),
      )
  else if (at.includes('/logs'))
    json({ items: [{ at: evil, release: { version: evil }, stream: 'stdout', text: evil }], next: null })
  else if (at.startsWith('/api/v1/listings?')) json({ items: [listing], next: null })
  else if (at.includes('/organizations/')) json({ items: [listing], next: null })
  else json({ code: 'not_found', detail: evil, problems: [{ pointer: evil, rule: evil, message: evil }] }, 404)
})

const dir = mkdtempSync(join(tmpdir(), 'mkt-escape-'))
let env: Record<string, string>
beforeAll(async () => {
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done))
  const { port } = platform.address() as AddressInfo
  env = { HOME: dir, MKT_URL: `http://127.0.0.1:${port}`, MKT_CLIENT_ID: 'a', MKT_API_KEY: 'b' }
})
afterAll(() => {
  platform.close()
  rmSync(dir, { recursive: true })
})

it.each([
  ['whoami'],
  ['listings', 'list'],
  ['listings', 'show', 'acme/x'],
  ['logs', 'acme/x'],
  ['releases', 'show', 'rel_1'],
  ['validate'],
])('no escape sequence of a server, app or file reaches the terminal: mkt %s %s %s', async (...args) => {
  const manifest = { name: evil, version: evil, [evil]: evil }
  writeFileSync(join(dir, 'platform-app.json'), JSON.stringify(manifest))
  for (const more of [[], ['--json']]) {
    const world = capturedWorld(dir, env)
    await run([...args.filter((one) => one !== undefined), ...more], world)
    const [out, err] = [world.out(), world.err()]
    expect(`${out}${err}`).toContain('A')
    expect({ args, out: badIn(out), err: badIn(err) }).toEqual({ args, out: [], err: [] })
  }
})

it('nor does one of a container whose output is followed', async () => {
  for (const more of [[], ['--json']]) {
    const { child, ended } = startMkt(['logs', 'acme/x', '-f', ...more], { cwd: dir, env })
    const [line] = await once(createInterface(child.stdout as Readable), 'line')
    child.kill('SIGKILL')
    await ended.catch(() => {})
    expect(line).toContain('A')
    expect(badIn(String(line))).toEqual([])
  }
})

it('the object of --json still holds the very value', async () => {
  const world = capturedWorld(dir, env)
  await run(['listings', 'show', 'acme/x', '--json'], world)
  expect(JSON.parse(world.out()).title).toBe(evil)
})
