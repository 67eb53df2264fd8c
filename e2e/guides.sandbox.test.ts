import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@mkt/engines'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Bootstrap } from '../packages/server/src/laptop/bootstrap.ts'
import { startTestCluster } from '../packages/server/src/testing/database/cluster.ts'
import { freePorts } from '../packages/server/src/testing/platform/laptop.ts'
import { bareEnvironment } from '../packages/server/src/testing/run/bare-environment.ts'
import { commandsOf } from '../scripts/docs/pages.ts'
import { root } from './testing/root.ts'

// Commands in the guides are executed as they stand there, one block after another, in a folder like a clone's.

const run = promisify(execFile)
const MINUTES = 60_000
let folder: string
let platform: ReturnType<typeof running>
let bootstrap: Bootstrap | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-guides-'))
  mkdirSync(join(folder, 'bin'))
  const npx = join(folder, 'bin/npx')
  const programs = `mkt) file=cli ;; mkt-server) file=server ;;`
  writeFileSync(
    npx,
    `#!/bin/sh\ncase $1 in ${programs} esac\nshift\nexec node ${root}/packages/$file/src/main.ts "$@"\n`,
  )
  const npm = join(folder, 'bin/npm')
  writeFileSync(
    npm,
    `#!/bin/sh\nshift\n[ "\${1:-}" != -- ] || shift\nexec node ${root}/packages/server/src/main.ts "$@"\n`,
  )
  for (const file of [npx, npm]) chmodSync(file, 0o755)
  const [first] = commandsOf('docs/for-authors.md')
  platform = running(first?.text ?? '', { ...freePorts, MKT_ENGINE: 'sandbox' })
  await platform.said(/MKT ready/)
  bootstrap = JSON.parse(readFileSync(join(folder, '.mkt/bootstrap.json'), 'utf8')) as Bootstrap
}, MINUTES)
afterAll(async () => {
  await end(platform.child)
  rmSync(folder, { recursive: true, force: true })
}, MINUTES)

function environment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const path = `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`
  return {
    ...bareEnvironment(),
    PATH: path,
    HOME: folder,
    ...(bootstrap && { MKT_URL: bootstrap.apiUrl }),
    ...variables,
  }
}

async function execute(text: string, variables: Record<string, string> = {}): Promise<{ stdout: string; all: string }> {
  const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', text], {
    cwd: folder,
    timeout: 2 * MINUTES,
    env: environment(variables),
  })
  return { stdout, all: stdout + stderr }
}

/** A block that goes on until it is ended, and a wait for something it says. */
function running(text: string, variables: Record<string, string>) {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', text], {
    cwd: folder,
    env: environment(variables),
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const said = (words: RegExp) =>
    vi.waitFor(() => expect(child.exitCode === null ? output : `${output} ended`).toMatch(words), { timeout: MINUTES })
  return { child, said }
}

/** Ctrl-C, as a terminal sends it: to everything the block started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await gone
}

describe('the guide for authors', () => {
  it('leads from nothing to an event that arrived and an open review', { timeout: 5 * MINUTES }, async () => {
    // The first has started the platform and goes on; the dev loop goes on too, so it is ended when it has shown itself.
    const [, ...blocks] = commandsOf('docs/for-authors.md')
    expect(blocks.length).toBeGreaterThan(5)
    let output = ''
    for (const { info, text } of blocks) {
      if (info === 'sh') output += (await execute(text)).all
      else {
        const { child, said } = running(text.replace('mkt dev', 'mkt dev --port 0'), {})
        await said(/healthy at/)
        await end(child)
      }
    }
    expect(output).toContain('LIVE')
    expect(output).toContain('policy.issue')
    expect(output).toContain('OPEN')
  })
})

describe('the guide for customers', () => {
  it('reads installations with an API key', async () => {
    const { clientId = '', apiKey = '' } = bootstrap?.customer ?? {}
    for (const { text } of commandsOf('docs/for-customers.md')) {
      const { stdout } = await execute(text, { MKT_CLIENT_ID: clientId, MKT_API_KEY: apiKey })
      expect(JSON.parse(stdout)).toMatchObject({ items: [] })
    }
  })
})

describe('the front page', () => {
  it('leads to an application that runs in the dev loop', { timeout: 2 * MINUTES }, async () => {
    const block = commandsOf('README.md').find(({ text }) => text.includes('mkt dev'))
    const { child, said } = running(`mkdir front-page && cd front-page\n${block?.text}`, {})
    await said(/http:\/\/\S+/)
    await end(child)
  })
})

describe('the guide to developing', () => {
  it('runs an example and has it fill in a vehicle by a plain request', { timeout: 2 * MINUTES }, async () => {
    const [dev, request] = commandsOf('docs/developing.md')
    const port = String(await freePort())
    const { child, said } = running(`cd ${root}\n${dev?.text.trim()} --port ${port}`, {})
    await said(/healthy at/)
    const { stdout } = await execute((request?.text ?? '').replace('7090', port))
    expect(JSON.stringify(JSON.parse(stdout))).toContain('Honda')
    await said(/autofill POST \/autofill → 200/)
    await end(child)
  })
})

describe('the readme of the examples', () => {
  it('runs one by itself and sends it a request', { timeout: MINUTES }, async () => {
    const [block] = commandsOf('examples/README.md')
    const text = (block?.text ?? '').replaceAll('8080', String(await freePort()))
    const { all } = await execute(`cd ${root}\n${text}`)
    expect(all.match(/HTTP\/1\.1 (200|204)/g)).toHaveLength(2)
  })
})

describe('the guide for operators', () => {
  it('leads to a platform with a database of its own and a first account', { timeout: 3 * MINUTES }, async () => {
    const { cluster, stop } = await startTestCluster()
    const [api, gateway, state, relay, otlp] = await Promise.all(Array.from({ length: 5 }, () => freePort()))
    const ports = {
      MKT_API_PORT: `${api}`,
      MKT_GATEWAY_PORT: `${gateway}`,
      MKT_STATE_PORT: `${state}`,
      MKT_RELAY_PORT: `${relay}`,
      MKT_OTLP_PORT: `${otlp}`,
    }
    const [, start, account] = commandsOf('docs/for-operators.md')
    // What is an example there is ours here: the database and the folder.
    const ours = (start?.text ?? '')
      .replace(/DATABASE_URL=\S+/, `'DATABASE_URL=postgres://${cluster.user}@localhost/postgres?host=${cluster.host}'`)
      .replace(/MKT_DATA_DIR=\S+/, `MKT_DATA_DIR=${join(folder, 'operated')}`)
      .replace('export MKT_BIND=0.0.0.0', 'export MKT_BIND=127.0.0.1')
    const { child, said } = running(ours, ports)
    try {
      await said(/MKT ready/)
      const url = `http://127.0.0.1:${api}`
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      const variables = ours.replace(/^npm start$/m, '')
      const { stdout } = await execute(`${variables}\n${account?.text}`, ports)
      const password = /shown only now: (\S+)/.exec(stdout)?.[1]
      const session = await fetch(`${url}/api/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'you@example.com', password }),
      })
      const { token, person } = (await session.json()) as { token: string; person: object }
      // Outside a laptop an operator adds a second factor first.
      expect(person).toMatchObject({ email: 'you@example.com', platformRole: null })
      const headers = { authorization: `Bearer ${token}` }
      const me = await fetch(`${url}/api/v1/me`, { headers })
      expect(await me.json()).toMatchObject({ withheld: { platformRole: 'operator' } })
    } finally {
      await end(child)
      await stop()
    }
  })
})
