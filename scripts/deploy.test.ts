import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadYaml } from '@kubernetes/client-node'
import { describe, expect, it } from 'vitest'
import { loadConfig, variables } from '../packages/server/src/config.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readme = read('deploy/README.md')
const { version } = JSON.parse(read('packages/server/package.json')) as { version: string }
const masterKey = Buffer.alloc(32, 7).toString('base64')

interface Compose {
  services: Record<string, { image: string; environment: Record<string, string>; volumes: string[] }>
  volumes: Record<string, unknown>
}

/** What a shell and Compose both do with `${NAME:-default}`, `${NAME:?message}` and `${NAME}`. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, more?: string) => {
    const value = values[name] ?? (kind === '-' ? more : undefined)
    if (value === undefined) throw new Error(`${name}: ${more ?? 'not set'}`)
    return value
  })
}

describe('the compose file', () => {
  const given = { POSTGRES_PASSWORD: 'a-password', MKT_MASTER_KEY: masterKey }
  const compose = loadYaml<Compose>(read('deploy/compose.yaml'))
  const { db, mkt } = compose.services

  it('needs exactly what its readme tells to write into .env', () => {
    expect(() => fill(read('deploy/compose.yaml'), {})).toThrow(/see README/)
    expect(() => fill(read('deploy/compose.yaml'), given)).not.toThrow()
    const told = /printf '([^']+)'/.exec(readme)?.[1]?.replaceAll('\\n', ' ') ?? ''
    expect([...told.matchAll(/(\w+)=%s/g)].map(([, name]) => name)).toEqual(Object.keys(given))
  })

  it('gives the platform a configuration it accepts, with the database beside it', () => {
    const env = Object.fromEntries(
      Object.entries(mkt?.environment ?? {}).map(([name, value]) => [name, fill(value, given)]),
    )
    expect(Object.keys(env).filter((name) => !(name in variables))).toEqual([])
    expect(loadConfig(env)).toMatchObject({ laptop: false, engine: 'docker', bind: '0.0.0.0' })
    const address = new URL(env.DATABASE_URL ?? '')
    expect([address.username, address.pathname]).toEqual([
      db?.environment.POSTGRES_USER,
      `/${db?.environment.POSTGRES_DB}`,
    ])
  })

  it('runs the image that is built here, and keeps its data in named volumes', () => {
    expect(mkt?.image).toBe(`mkt:${version}`)
    expect(readme).toContain(`dist/mkt-${version}.tar`)
    const named = [db, mkt].flatMap((service) => service?.volumes ?? []).filter((volume) => /^\w/.test(volume))
    expect(named.map((volume) => volume.split(':')[0]).sort()).toEqual(Object.keys(compose.volumes).sort())
  })
})

describe('the systemd unit', () => {
  it('reads a file of variables that all exist and are accepted once filled in', () => {
    const lines = read('deploy/mkt.env')
      .split('\n')
      .filter((line) => /^\w/.test(line))
    const env = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    expect(Object.keys(env).filter((name) => !(name in variables))).toEqual([])
    expect(loadConfig({ ...env, MKT_MASTER_KEY: masterKey })).toMatchObject({ production: true, demo: 'none' })
  })

  it('lets running requests and deliveries end before it insists', () => {
    const seconds = Number(/TimeoutStopSec=(\d+)/.exec(read('deploy/mkt.service'))?.[1])
    expect(seconds).toBeGreaterThanOrEqual(60)
  })
})
