import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@mkt/engines'
import type { Request } from './load.ts'

export interface Etcd {
  port: number
  pid: number
  /** Reads the value through the JSON gateway. */
  read: Request
  stop(): Promise<void>
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A single etcd that holds one value, read by its JSON gateway; undefined where it is not installed. */
export async function startEtcd(value: string): Promise<Etcd | undefined> {
  if (spawnSync('etcd', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'mkt-etcd-'))
  const [port, peer] = [await freePort(), await freePort()]
  const at = (number: number) => `http://127.0.0.1:${number}`
  const places = {
    'data-dir': folder,
    'listen-client-urls': at(port),
    'advertise-client-urls': at(port),
    'listen-peer-urls': at(peer),
    'initial-advertise-peer-urls': at(peer),
    'initial-cluster': `default=${at(peer)}`,
    'log-level': 'error',
  }
  const args = Object.entries(places).flatMap(([name, given]) => [`--${name}`, given])
  const child = spawn('etcd', args, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const body = JSON.stringify({ key: base64('state'), value: base64(value) })
  const put = () =>
    fetch(`${at(port)}/v3/kv/put`, { method: 'POST', body }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await put())) {
    if (child.exitCode !== null) throw new Error('etcd does not start')
    await delay(100)
  }
  const headers = { 'content-type': 'application/json' }
  return {
    port,
    pid: child.pid ?? 0,
    read: { method: 'POST', path: '/v3/kv/range', headers, body: JSON.stringify({ key: base64('state') }) },
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
