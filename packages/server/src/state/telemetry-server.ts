import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { createTelemetryForwarder, type TelemetryForwarder } from '../actions/deployment/forward-telemetry.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { platformSecret } from '../actions/platform/platform-secret.ts'
import { createSpanRecorder, type SpanRecorder } from '../actions/trace/span-recorder.ts'
import { startHttpServer } from '../lib/http/http-server.ts'
import { refuseLate } from '../lib/http/refuse-late.ts'
import { replyProblem } from '../lib/http/reply-problem.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { newId } from '../lib/ids.ts'
import { addressParty } from '../lib/sharing/address-party.ts'
import type { PortShare } from '../lib/sharing/connection-shares.ts'
import { type LateAnswers, lateRefusals } from '../lib/sharing/late-answers.ts'
import { createTelemetryReceiver } from './receive-telemetry.ts'

export interface TelemetryServer {
  port: number
  /** Keeps the spans. */
  steps: SpanRecorder
  /** Hands telemetry on. */
  forwarder: TelemetryForwarder
  stop(): Promise<void>
}

export interface TelemetryServerOptions {
  host: string
  port: number
  /** Further addresses of this machine to listen on. */
  hosts?: readonly string[]
  isEnding?: () => boolean
  lingerMs?: number
  /** How many connections there may be; without it nobody counts them. */
  shares?: PortShare
  /** Holds back refusals of unknown tokens; at the usual rate where it is not given. */
  refusals?: LateAnswers
}

const DRAIN_MS = 2_000

/**
 * Listens for telemetry of applications. A port of its own, because the state interface is reached by containers of trials and shadows too, and
 * nothing may leave those: engines keep them from this one. Addresses carry a token, so they are never logged.
 */
export async function startTelemetryServer(
  platform: Platform,
  options: TelemetryServerOptions,
): Promise<TelemetryServer> {
  const { clock, random, log } = platform
  const steps = createSpanRecorder(platform)
  const forwarder = createTelemetryForwarder(platform)
  const { lingerMs, refusals = lateRefusals(limits.unknownKeys.value, clock), ...listening } = options
  const readKey = () => platformSecret(platform, 'telemetry')
  const receive = createTelemetryReceiver({ clock, readKey, recorder: steps, forwarder })

  function refuse(error: unknown, exchange: ServerExchange): void {
    const answer = () => refuseNow(error, exchange)
    const isStranger = error instanceof Failure && error.code === 'not_found'
    if (isStranger) refuseLate(refusals, addressParty(exchange.remoteAddress), exchange, answer)
    else answer()
  }

  function refuseNow(error: unknown, exchange: ServerExchange): void {
    const requestId = newId('req', clock.now(), random)
    if (error instanceof Failure) log.debug({ code: error.code, requestId }, 'telemetry of an application was refused')
    else log.error({ err: error, requestId }, 'telemetry of an application could not be taken')
    const failure =
      error instanceof Failure ? error : new Failure('internal', 'Something went wrong on our side. Try again later.')
    replyProblem(exchange, failure, requestId)
  }

  function onRequest(exchange: ServerExchange): void {
    if (exchange.target === '/healthz') exchange.reply(200, 'content-type: application/json\r\n', '{"status":"ok"}')
    else receive(exchange.target, exchange).catch((error: unknown) => refuse(error, exchange))
  }

  const server = await startHttpServer(listening, onRequest, refuse, (error) =>
    log.error({ error }, 'The port for telemetry of applications failed'),
  )
  return {
    port: server.port,
    steps,
    forwarder,
    async stop() {
      await server.stop(DRAIN_MS, lingerMs)
      await steps.stop()
      await forwarder.stop()
    },
  }
}
