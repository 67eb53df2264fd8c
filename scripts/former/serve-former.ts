import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@mkt/engines'
import { run, startTestCluster } from '../../packages/server/src/testing/database/cluster.ts'

const START_MS = 120_000
const LOOK_MS = 250

/** Starts the server of the former release on a database that the migrations of now have brought up to date, and asks it whether it is ready. */
export async function serveFormer(folder: string): Promise<void> {
  const { cluster, stop } = await startTestCluster()
  const data = mkdtempSync(join(tmpdir(), 'mkt-former-data-'))
  const { host, port, user, template } = cluster
  const database = 'former'
  await run({ host, port, user, database: 'postgres' }, `create database ${database} template ${template}`)
  const [api, gateway, state, relay, worker, otlp, tunnel] = await Promise.all(
    Array.from({ length: 7 }, () => freePort()),
  )
  const child = spawn(process.execPath, [join(folder, 'packages/server/src/main.ts')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
      MKT_DATA_DIR: data,
      MKT_MASTER_KEY: randomBytes(32).toString('base64'),
      MKT_PUBLIC_URL: `http://127.0.0.1:${api}`,
      MKT_GATEWAY_URL: `http://127.0.0.1:${gateway}`,
      MKT_ROLES: 'api,gateway,state,relay',
      ...{ MKT_API_PORT: `${api}`, MKT_GATEWAY_PORT: `${gateway}`, MKT_STATE_PORT: `${state}` },
      ...{ MKT_RELAY_PORT: `${relay}`, MKT_WORKER_PORT: `${worker}` },
      ...{ MKT_OTLP_PORT: `${otlp}`, MKT_TUNNEL_PORT: `${tunnel}` },
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-4_000)
    })
  const ended = once(child, 'exit').catch(() => undefined)
  try {
    await ready(
      [api, gateway, state, relay],
      () => child.exitCode,
      () => said,
    )
    // Who asks is looked up in the database, whatever comes of it.
    const answer = await fetch(`http://127.0.0.1:${api}/api/v1/listings`, {
      headers: { authorization: 'Bearer nobody' },
    })
    if (answer.status >= 500) throw new Error(`the former release answers the catalogue with ${answer.status}\n${said}`)
  } finally {
    child.kill('SIGTERM')
    await ended
    await stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function ready(
  ports: readonly (number | undefined)[],
  exitCode: () => number | null,
  said: () => string,
): Promise<void> {
  const end = Date.now() + START_MS
  for (const port of ports)
    for (;;) {
      const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (one) => one.status,
        () => 0,
      )
      if (status === 200) break
      if (exitCode() !== null || Date.now() > end)
        throw new Error(`the former release does not become ready at ${port} (${status}):\n${said()}`)
      await pause(LOOK_MS)
    }
}
