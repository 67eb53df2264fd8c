import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { mayReadFigures } from '../actions/accounts/may-read-figures.ts'
import type { Platform } from '../actions/platform/platform.ts'
import type { ReadinessWatch } from '../actions/platform/readiness.ts'
import { startHttpServer } from '../lib/http/http-server.ts'
import { refuseLate } from '../lib/http/refuse-late.ts'
import { replyProblem } from '../lib/http/reply-problem.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { newId } from '../lib/ids.ts'
import { addressParty } from '../lib/sharing/address-party.ts'
import type { PortShare } from '../lib/sharing/connection-shares.ts'
import { type LateAnswers, lateRefusals } from '../lib/sharing/late-answers.ts'

export interface WorkerPortOptions {
  host: string
  /** Undefined: the usual one, or any free one where that is taken. */
  port: number | undefined
  readiness: ReadinessWatch
  isEnding: () => boolean
  /** How many connections there may be, of everybody and of one party. */
  shares: PortShare
  /** Holds back refusals; at the usual rate where it is not given. */
  refusals?: LateAnswers
}

/** Where a worker that runs apart tells how it fares, unless another port was chosen. */
const USUAL_PORT = 7074
const DRAIN_MS = 2_000
const JSON_TYPE = 'content-type: application/json\r\n'

/** Listens for probes and scrapers; a worker has nobody else to answer, so that others get few connections and late refusals. */
export async function startWorkerPort(
  platform: Platform,
  options: WorkerPortOptions,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { log } = platform
  const { host, shares, isEnding, refusals = lateRefusals(limits.unknownKeys.value, platform.clock) } = options
  const fault = (error: unknown) => log.error({ error }, 'The port of the worker failed')

  function refuse(error: unknown, exchange: ServerExchange): void {
    const answer = () => refuseNow(error, exchange)
    if (error instanceof Failure) refuseLate(refusals, addressParty(exchange.remoteAddress), exchange, answer)
    else answer()
  }

  function refuseNow(error: unknown, exchange: ServerExchange): void {
    if (!(error instanceof Failure)) fault(error)
    const failure = error instanceof Failure ? error : new Failure('internal', 'Something went wrong on our side.')
    replyProblem(exchange, failure, newId('req', platform.clock.now(), platform.random))
  }

  function onRequest(exchange: ServerExchange): void {
    answer(platform, options.readiness, exchange).catch((error: unknown) => refuse(error, exchange))
  }

  const listen = (port: number) => startHttpServer({ host, port, shares, isEnding }, onRequest, refuse, fault)
  const server = await listen(options.port ?? USUAL_PORT).catch((error: NodeJS.ErrnoException) => {
    // Several workers on one machine are usual, and nobody but a monitor needs to find this port.
    if (error.code === 'EADDRINUSE' && options.port === undefined) return listen(0)
    throw error
  })
  log.info({ port: server.port }, 'The worker tells its health on this port')
  return { port: server.port, stop: () => server.stop(DRAIN_MS) }
}

async function answer(platform: Platform, readiness: ReadinessWatch, exchange: ServerExchange): Promise<void> {
  const { target } = exchange
  if (target === '/healthz') return exchange.reply(200, JSON_TYPE, '{"status":"ok"}')
  if (target === '/readyz') {
    const { status, body } = await readiness.of('worker')
    return exchange.reply(status, JSON_TYPE, JSON.stringify(body))
  }
  // By IPv6 applications come from the same address as everybody on this machine, so there only a token counts.
  const remoteAddress = exchange.remoteAddress === '::1' ? '' : exchange.remoteAddress
  const asked = { remoteAddress, header: (name: string) => exchange.header(name) }
  if (target !== '/metrics' || !(await mayReadFigures(platform, asked)))
    throw new Failure('not_found', 'A worker has /healthz, /readyz and /metrics.')
  const text = await platform.metrics.metrics()
  exchange.reply(200, `content-type: ${platform.metrics.contentType}\r\n`, Buffer.from(text))
}
