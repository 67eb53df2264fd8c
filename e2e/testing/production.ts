import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient } from '@mkt/contract/client'
import { expect } from 'vitest'
import type { Simulator } from '../../packages/simulator/src/start-simulator.ts'
import { root } from './root.ts'
import { deploySampleApp } from './sample-app.ts'

const program = join(root, 'packages/server/src/main.ts')
const vin = "$[?(@.name=='personal-auto')].policyConfiguration.exposures[?(@.name=='vehicle')].fields[?(@.name=='vin')]"
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** What an operator exports before any command. */
export type Variables = Record<string, string>

export interface ServerProcess {
  child: ChildProcess
  output: () => string
  /** Resolves when it is ready or has ended. */
  settled: Promise<void>
  stop(): Promise<void>
  /** Ends it without a word, as a machine does that fails. */
  kill(): Promise<void>
}

/** Starts the program as an operator does, and waits until it is ready or has ended. */
export async function startServer(env: Variables): Promise<ServerProcess> {
  const server = beginServer(env)
  await server.settled
  return server
}

/** Starts the program and waits for nothing. */
export function beginServer(env: Variables): ServerProcess {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const settled = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        if (output.includes('MKT ready')) resolve()
      })
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (hasEnded()) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return { child, output: () => output, settled, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

export interface Launched {
  client: Client
  /** The key of the client, and how it is shown, for requests to another process. */
  key: { clientId: string; apiKey: string }
  authorization: string
  /** The first account. */
  account: { email: string; password: string }
  id: string
  routeId: string
}

const email = 'you@example.com'

/** Makes an account as an operator does at a terminal, and returns its password. */
export async function createOperator(env: Variables, address: string): Promise<string> {
  const args = [program, 'create-operator', '--email', address]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } })
  return /shown only now: (\S+)/.exec(stdout)?.[1] ?? ''
}

/** The first account, an organization of its own, an app of it on a tenant, launched with a secret. */
export async function launchFirstApp(
  apiUrl: string,
  env: Variables,
  simulator: Simulator,
  secret: string,
): Promise<Launched> {
  const password = await createOperator(env, email)
  const anybody = createClient({ baseUrl: apiUrl })
  const { token } = await anybody.signIn({ body: { email, password } })
  const operator = createClient({ baseUrl: apiUrl, authorization: () => `Bearer ${token}` })
  await operator.createOrganization({ body: { name: 'acme' } })
  const body = { name: 'all', scopes: ['publish', 'manage'] } as never
  const { clientId, apiKey } = await operator.createApiKey({ params: { org: 'acme' }, body })
  const authorization = basic(clientId, apiKey)
  const client = createClient({ baseUrl: apiUrl, authorization: () => authorization })
  const sample = { appName: 'sample', title: 'Sample', variant: 'connected', about: 'a', requirements: 'r' } as const
  const listing = await client.createListing({ params: { org: 'acme' }, body: sample })
  await client.publishListing({ params: { id: listing.id } })
  await deploySampleApp({ apiUrl, publisher: { clientId, apiKey } }, 'acme/sample')
  const { apiUrl: policyUrl, hostName, integration, data } = simulator.ready.connected
  const connection = { name: 'Sim', variant: 'connected', apiUrl: policyUrl, hostName } as const
  const tenant = await client.createTenant({
    params: { org: 'acme' },
    body: { ...connection, credentials: { integration, data } } as never,
  })
  const settings = { region: 'eu', apiKey: secret }
  const mappings = [{ productName: 'personal-auto', fields: { vin } }]
  const launch = { listingId: listing.id, tenantId: tenant.id, settings, mappings }
  const { id, routeId } = await client.launchApp({ params: { org: 'acme' }, body: launch })
  return { client, key: { clientId, apiKey }, authorization, account: { email, password }, id, routeId }
}

/** What the app makes of an event: it answers with a fingerprint of the secret it read. */
export async function answerToEvent(simulator: Simulator, { client, id }: Launched): Promise<string> {
  await expect.poll(async () => (await client.getInstallation({ params: { id } })).state).toBe('RUNNING')
  const delivered = async () =>
    (await client.listDeliveries({ params: { id }, query: { state: 'DELIVERED' } })).items.map((each) => each.id)
  const former = await delivered()
  const fresh = async () => (await delivered()).find((each) => !former.includes(each))
  const fired = await fetch(`${simulator.ready.connected.apiUrl}/_sim/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenant: simulator.ready.connected.hostName, type: 'policy.issue', data: {} }),
  })
  expect(fired.status).toBe(202)
  await expect.poll(fresh).toBeDefined()
  const delivery = await client.getDelivery({ params: { id: (await fresh()) ?? '' } })
  return delivery.attempts.at(-1)?.answer ?? ''
}
