import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError } from './config/config-error.ts'
import { loadConfig } from './config.ts'

function problemsOf(env: Record<string, string>, args: string[] = []): string[] {
  try {
    loadConfig(env, args)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1)
    throw error
  }
  return []
}

describe('the configuration', () => {
  it('needs nothing: a laptop start has every default', () => {
    expect(loadConfig({})).toMatchObject({
      laptop: true,
      demo: 'full',
      dataDir: resolve('.mkt'),
      bind: '127.0.0.1',
      ports: { api: 7070, gateway: 7071, state: 7072, relay: 7073, simulator: 7080 },
      keyTtlSeconds: 4200,
      retrySchedule: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
      allowAddresses: [],
      egress: 'enforce',
      trustedProxies: [],
    })
    expect([...loadConfig({}).roles]).toEqual(['api', 'gateway', 'state', 'relay', 'worker'])
  })

  it('runs gateway and state interface in one process unless told; auto is one for each processor', () => {
    expect(loadConfig({})).toMatchObject({ processes: 1, drainMs: 0 })
    expect(loadConfig({ MKT_PROCESSES: '4', MKT_DRAIN_SECONDS: '15' })).toMatchObject({ processes: 4, drainMs: 15_000 })
    expect(loadConfig({ MKT_PROCESSES: 'auto' }).processes).toBe(availableParallelism())
    expect(problemsOf({ MKT_PROCESSES: '0', MKT_DRAIN_SECONDS: '-1' })).toHaveLength(2)
  })

  it('names everything that is wrong at once, with the variable and the remedy', () => {
    const problems = problemsOf(
      {
        DATABASE_URL: 'mysql://db',
        MKT_BIND: 'everywhere',
        MKT_ROLES: 'api,cook',
        MKT_API_PORT: '70700',
        MKT_PUBLIC_URL: 'https://market.example.com/path',
        MKT_TRUSTED_PROXIES: '10.0.0.0/33',
        MKT_ENGINE: 'steam',
        MKT_KUBERNETES_CALLERS: 'market, Not A Namespace',
        MKT_SANDBOX_TRUSTED: 'yes',
        MKT_ALLOW_ADDRESSES: 'somewhere',
        MKT_RETRY_SCHEDULE: '0,soon',
        MKT_KEY_TTL: '0',
        MKT_BOOTSTRAP_PASSWORD: 'x'.repeat(129),
      },
      ['--full'],
    )
    expect(problems.map((line) => line.trim().split(':')[0])).toEqual([
      '--full',
      'DATABASE_URL',
      'MKT_BIND',
      'MKT_ROLES',
      'MKT_API_PORT',
      'MKT_PUBLIC_URL',
      'MKT_TRUSTED_PROXIES',
      'MKT_ENGINE',
      'MKT_KUBERNETES_CALLERS',
      'MKT_SANDBOX_TRUSTED',
      'MKT_ALLOW_ADDRESSES',
      'MKT_RETRY_SCHEDULE',
      'MKT_KEY_TTL',
      'MKT_BOOTSTRAP_PASSWORD',
    ])
    expect(problems.join('\n')).toContain('Unknown: cook. Give all, or some of api, gateway, state, relay, worker.')
  })

  it('never repeats a value, which may be a secret', () => {
    const problems = problemsOf({ DATABASE_URL: 'mysql://u:hunter2hunter2@db', MKT_SMTP_URL: 'http://hunter2hunter2' })
    expect(problems).toHaveLength(2)
    expect(problems.join()).not.toContain('hunter2')
  })

  it('names a master key that is none before anything is opened', () => {
    expect(problemsOf({ MKT_MASTER_KEY: 'dG9vIHNob3J0' }).join()).toMatch(/MKT_MASTER_KEY: .*32/)
  })

  it('lets a key live as briefly as the operator sets', () => {
    expect(loadConfig({ MKT_KEY_TTL: '7' }).keyTtlSeconds).toBe(7)
  })

  it('keeps recorded payloads no longer than the calls they belong to, and takes no number beyond what it says', () => {
    expect(loadConfig({})).toMatchObject({
      kept: { days: 30, payloadDays: 7 },
      callsAtOnce: { perRoute: 100, perApp: 500 },
    })
    expect(loadConfig({ MKT_KEPT_DAYS: '5' }).kept).toEqual({ days: 5, payloadDays: 5 })
    expect(loadConfig({ MKT_KEPT_DAYS: '90', MKT_PAYLOAD_DAYS: '2' }).kept).toEqual({ days: 90, payloadDays: 2 })
    expect(loadConfig({ MKT_ROUTE_CALLS: '20', MKT_APP_CALLS: '9999' }).callsAtOnce).toEqual({
      perRoute: 20,
      perApp: 9_999,
    })
    const wrong = problemsOf({
      ...{ MKT_KEPT_DAYS: '2', MKT_PAYLOAD_DAYS: '0', MKT_ROUTE_CALLS: '10000', MKT_APP_CALLS: 'many' },
    })
    expect(wrong.map((line) => line.trim().split(':')[0])).toEqual([
      ...['MKT_KEPT_DAYS', 'MKT_PAYLOAD_DAYS', 'MKT_ROUTE_CALLS', 'MKT_APP_CALLS'],
    ])
  })

  it('asks for a long password only where other machines can sign in', () => {
    expect(loadConfig({ MKT_BOOTSTRAP_PASSWORD: 'demo' }).bootstrapPassword).toBe('demo')
    expect(problemsOf({ MKT_BOOTSTRAP_PASSWORD: 'demo', MKT_BIND: '0.0.0.0' }).join()).toContain(
      'MKT_BOOTSTRAP_PASSWORD: Use at least 12 characters',
    )
  })

  it('does not start with an export of the audit and no collector named', () => {
    const endpoint = 'http://collector.example:4318'
    expect(problemsOf({ MKT_AUDIT_OTLP: '1' }).join()).toContain('MKT_AUDIT_OTLP: Give OTEL_EXPORTER_OTLP_ENDPOINT')
    expect(loadConfig({ MKT_AUDIT_OTLP: '1', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).auditOtlp).toBe(true)
  })

  it('takes an empty variable for one that is not set', () => {
    expect(loadConfig({ MKT_ENGINE: '', MKT_API_PORT: '' }).ports.api).toBe(7070)
  })

  it('makes no demo world with a database of its own, in production, or when told so', () => {
    expect(loadConfig({ DATABASE_URL: 'postgres://db/mkt' })).toMatchObject({ laptop: false, demo: 'none' })
    expect(loadConfig({ NODE_ENV: 'production' })).toMatchObject({ laptop: false, demo: 'none' })
    expect(loadConfig({ MKT_DEMO: '0' })).toMatchObject({ laptop: true, demo: 'empty' })
    expect(loadConfig({}, ['--empty'])).toMatchObject({ laptop: true, demo: 'empty' })
  })

  it('reads lists, ranges, ports and an IPv6 address as they are written', () => {
    const config = loadConfig({
      MKT_ALLOW_ADDRESSES: '10.1.2.3:8080, 10.1.0.0/16, [::1]:7080, fd00::/8',
      MKT_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
      MKT_ROLES: 'gateway, state',
      MKT_BIND: '::',
      MKT_PUBLIC_URL: 'https://market.example.com/',
      MKT_API_PORT: '0',
    })
    expect(config.allowAddresses).toEqual(['10.1.2.3:8080', '10.1.0.0/16', '[::1]:7080', 'fd00::/8'])
    expect(config.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8'])
    expect([...config.roles]).toEqual(['gateway', 'state'])
    expect(config.publicUrl).toBe('https://market.example.com')
    expect(config.ports.api).toBe(0)
  })

  it('takes origins in the form in which they are compared: lower case, without the default port', () => {
    expect(loadConfig({ MKT_GATEWAY_URL: 'HTTPS://Gateway.Example.com:443/' }).gatewayUrl).toBe(
      'https://gateway.example.com',
    )
    expect(problemsOf({ MKT_GATEWAY_URL: 'https://:secret@gateway.example.com' })).toHaveLength(1)
  })

  it('takes no password in the address of a collector, where errors would quote it', () => {
    const [problem = ''] = problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:planted@collector:4318' })
    expect(problem).toMatch(/OTEL_EXPORTER_OTLP_ENDPOINT: Leave name and password out/)
    expect(problem).not.toContain('planted')
    expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector:4318/base' })).toEqual([])
  })

  it('is told where the parts are that other processes serve, by their address or at least by a port that is not chosen freely', () => {
    expect(() => loadConfig({ MKT_ROLES: 'worker', MKT_API_PORT: '0', MKT_STATE_PORT: '0' })).toThrow(
      /2 problems:\n {2}MKT_PUBLIC_URL: Needed, .* role api .*\n {2}MKT_STATE_URL: Needed, .* role state/,
    )
    const told = { MKT_PUBLIC_URL: 'https://market.example.com', MKT_API_PORT: '0' }
    expect(loadConfig({ MKT_ROLES: 'worker', ...told }).ports.api).toBe(0)
    expect(loadConfig({ MKT_ROLES: 'api,gateway,state', MKT_API_PORT: '0', MKT_STATE_PORT: '0' }).ports.api).toBe(0)
  })

  it('opens the port of a worker where it is told to, and takes a token for scrapers that is long enough', () => {
    expect(loadConfig({}).workerPort).toBeUndefined()
    expect(loadConfig({ MKT_WORKER_PORT: '0' }).workerPort).toBe(0)
    expect(problemsOf({ MKT_WORKER_PORT: '70740', MKT_METRICS_TOKEN: 'short' }).map((line) => line.trim())).toEqual([
      'MKT_WORKER_PORT: Give a port number from 0 to 65535; 0 means any free port.',
      'MKT_METRICS_TOKEN: Use 16 to 512 visible characters without spaces.',
    ])
  })

  it('never reads what belongs to applications', () => {
    expect(loadConfig({ MKT_PORT: 'nonsense', MKT_STATE_API: 'nonsense' }).ports.api).toBe(7070)
  })
})
