import { randomBytes } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { autofillRoutes } from './connected/autofill-routes.ts'
import { claimRoutes } from './connected/claim-routes.ts'
import { mountIdentityProvider } from './connected/identity-provider.ts'
import { integrationRoutes } from './connected/integrations.ts'
import { policyRoutes } from './connected/policy-routes.ts'
import { productRoutes } from './connected/product-routes.ts'
import { signInRoutes } from './connected/sign-in.ts'
import { webhookRoutes } from './connected/webhooks.ts'
import { createDeliveries } from './core/deliver.ts'
import { Journal } from './core/journal.ts'
import { GOOD_MOOD } from './core/mood.ts'
import { RequestLog } from './core/request-log.ts'
import { createSender } from './core/send.ts'
import type { Simulation } from './core/simulation.ts'
import { createApp } from './create-app.ts'
import { deskRoutes } from './desk/desk-routes.ts'
import { dataRoutes } from './enterprise/data-routes.ts'
import { firstNoticeRoutes } from './enterprise/first-notice-routes.ts'
import { webhookRoutes as enterpriseWebhookRoutes } from './enterprise/webhook-routes.ts'
import { inUrl, type Listening, listen } from './listen.ts'
import { type ReadyNotice, readyNotice } from './ready-notice.ts'
import { seedWorld } from './seed/seed-world.ts'
import { pageRoutes } from './sim/page-routes.ts'
import { ScenarioRunner } from './sim/scenario-runner.ts'
import { switchRoutes } from './sim/switches.ts'
import { openStateFile } from './state-file.ts'

export type SimulatorOptions = {
  /** Port of the connected variant; the enterprise one takes the next. 0: both any free one. */
  port?: number
  enterprisePort?: number
  addresses?: string[]
  /** Host in the addresses given out, where it is not the first one listened on. */
  publicHost?: string
  /** Without it the world is in memory only. */
  stateFile?: string
  /** The same seed gives the same credentials; a state file remembers its own. */
  seed?: string
  tokenLifeMs?: number
  retryDelaysMs?: number[]
  retryUnitMs?: number
  callTimeoutMs?: number
  clock?: () => number
  chance?: () => number
}

export type Simulator = {
  ready: ReadyNotice
  simulation: Simulation
  /** Answers a request without a connection, for tests that send very many. */
  inject: (variant: 'connected' | 'enterprise', request: InjectOptions) => Promise<LightMyRequestResponse>
  /** Ends when no event is on its way any more. */
  idle: () => Promise<void>
  close: () => Promise<void>
}

const DAY_MS = 24 * 3_600_000

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const log = new RequestLog()
  const sender = createSender(log)
  const clock = options.clock ?? Date.now
  const file = options.stateFile === undefined ? null : openStateFile(options.stateFile, () => simulation.world)
  const simulation: Simulation = {
    world: file?.load() ?? seedWorld(options.seed ?? randomBytes(16).toString('hex')),
    mood: GOOD_MOOD,
    log,
    journal: new Journal(),
    send: sender.send,
    deliveries: createDeliveries(sender.send, clock),
    clock,
    chance: options.chance ?? Math.random,
    tokenLifeMs: options.tokenLifeMs ?? DAY_MS,
    retryDelaysMs: options.retryDelaysMs ?? [1_000, 5_000],
    retryUnitMs: options.retryUnitMs ?? 1_000,
    callTimeoutMs: options.callTimeoutMs ?? 30_000,
    changed: () => file?.changed(),
  }
  simulation.changed()
  const runner = new ScenarioRunner()
  const reset = () => {
    const { tokenGeneration, seed } = simulation.world
    Object.assign(simulation.world, seedWorld(seed), { tokenGeneration })
    simulation.changed()
  }

  const connected = createApp(simulation)
  const enterprise = createApp(simulation)
  let connectedListening: Listening | undefined
  const provider = mountIdentityProvider(connected, simulation, () => connectedListening?.origin ?? '')
  for (const app of [connected, enterprise]) {
    switchRoutes(app, simulation, runner, reset, options.publicHost)
    pageRoutes(app)
    deskRoutes(app, { simulation, runner, publicHost: options.publicHost })
  }
  for (const routes of [integrationRoutes, webhookRoutes, autofillRoutes, productRoutes, policyRoutes, claimRoutes])
    routes(connected, simulation)
  signInRoutes(connected, simulation, provider)
  enterpriseWebhookRoutes(enterprise, simulation)
  dataRoutes(enterprise, simulation)
  firstNoticeRoutes(enterprise, simulation)

  const addresses = options.addresses ?? ['127.0.0.1']
  const port = options.port ?? 0
  connectedListening = await listen(connected, addresses, port)
  const enterpriseListening = await listen(enterprise, addresses, options.enterprisePort ?? (port === 0 ? 0 : port + 1))
  const url = (listening: Listening) =>
    options.publicHost === undefined ? listening.origin : `http://${inUrl(options.publicHost)}:${listening.port}`

  return {
    ready: readyNotice(simulation.world, url(connectedListening), url(enterpriseListening)),
    simulation,
    inject: (variant, request) => (variant === 'connected' ? connected : enterprise).inject(request),
    idle: simulation.deliveries.idle,
    close: async () => {
      runner.close()
      await Promise.all([connectedListening?.close(), enterpriseListening.close()])
      await Promise.all([simulation.deliveries.stop(), sender.close()])
      file?.close()
    },
  }
}
