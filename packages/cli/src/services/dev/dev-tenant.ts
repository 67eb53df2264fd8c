import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type SchemaPlace, schemaPlaces, type Variant } from '@mkt/manifest'

interface Ready {
  connected: {
    apiUrl: string
    hostName: string
    integration: { username: string; password: string }
    data: { username: string; password: string }
  }
  enterprise: { apiUrl: string; tenantLocator: string; token: string }
}

/** A simulated tenant of one variant. */
export interface DevTenant {
  readonly apiUrl: string
  /** Host name, or the locator of the enterprise tenant: what `x-MKT-tenant` carries. */
  readonly name: string
  readonly hostName: string
  /** A token for data. It signs in each time: the tenant is local, so no token ever expires. */
  token(): Promise<string>
  /** A call as the tenant's administrator. */
  administer<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Names of its products; the system's own is left out. */
  products(): Promise<string[]>
  /** The fields of its schema that mappings can point at. */
  places(): Promise<SchemaPlace[]>
  stop(): Promise<void>
}

// The simulator lies beside this package, as TypeScript in a clone and as JavaScript where both are installed, or below it in the
// package that carries everything.
const main = import.meta.url.endsWith('.ts') ? 'main.ts' : 'main.js'
const places = [`../../../../simulator/src/${main}`, `../../../node_modules/@mkt/simulator/src/${main}`]
const [beside = '', below = ''] = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
const program = existsSync(beside) ? beside : below

/** Starts the simulator as a process of its own, on free ports, and gives its tenant of the variant. */
export async function startDevTenant(variant: Variant): Promise<DevTenant> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--parent'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  child.stdin.on('error', () => {})
  const reader = createInterface(child.stdout)
  const first = await Promise.race([once(reader, 'line'), once(child, 'exit').then(() => undefined)])
  if (!first) throw new Error('The simulated policy system did not start.')
  const ready = JSON.parse(String(first[0])) as Ready
  const stop = async () => {
    if (child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  return variant === 'connected' ? connectedTenant(ready.connected, stop) : enterpriseTenant(ready.enterprise, stop)
}

function connectedTenant(facts: Ready['connected'], stop: () => Promise<void>): DevTenant {
  const { apiUrl, hostName } = facts
  const signIn = async (path: string, account: { username: string; password: string }) => {
    const answer = await call<{ authorizationToken: string }>(apiUrl, 'POST', path, { ...account, hostName })
    return answer.authorizationToken
  }
  const token = () => signIn('/account/authenticate', facts.data)
  const read = async <T>(path: string) => call<T>(apiUrl, 'GET', path, undefined, await token())
  const products = () => read<{ name: string }[]>('/products/')
  return {
    apiUrl,
    name: hostName,
    hostName,
    token,
    administer: async (method, path, body) =>
      call(apiUrl, method, path, body, await signIn('/account/authenticateAdmin', facts.integration)),
    products: async () => (await products()).map(({ name }) => name).filter((name) => name !== 'global'),
    places: async () => {
      const policyholder = await read<{ fields: unknown[] }>('/products/policyholder')
      return schemaPlaces('connected', { products: await products(), policyholder })
    },
    stop,
  }
}

function enterpriseTenant(facts: Ready['enterprise'], stop: () => Promise<void>): DevTenant {
  const { apiUrl, tenantLocator, token } = facts
  return {
    apiUrl,
    name: tenantLocator,
    hostName: new URL(apiUrl).hostname,
    token: async () => token,
    administer: (method, path, body) => call(apiUrl, method, path, body, token),
    products: async () => [],
    places: async () =>
      schemaPlaces(
        'enterprise',
        await call(apiUrl, 'GET', `/config/${tenantLocator}/deployments/datamodel`, undefined, token),
      ),
    stop,
  }
}

async function call<T>(origin: string, method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const response = await fetch(origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T
  throw new Error(`The simulated policy system answered ${method} ${path} with ${response.status}: ${text}`)
}
