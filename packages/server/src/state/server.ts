import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { mayReadFigures, withoutAddressTrust } from '../actions/accounts/may-read-figures.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { createReadiness, type ReadinessWatch } from '../actions/platform/readiness.ts'
import { recordReads } from '../actions/route/record-reads.ts'
import { createRelayTokens } from '../actions/route/relay-tokens.ts'
import { createSpanRecorder, type SpanRecorder } from '../actions/trace/span-recorder.ts'
import { type FigureName, figure } from '../domain/platform/figures.ts'
import { traceIdOf } from '../domain/platform/trace.ts'
import { createQuickHistogram } from '../lib/figures/quick-histogram.ts'
import { showFigure } from '../lib/figures/show-figure.ts'
import { createHexSource } from '../lib/hex-source.ts'
import { startHttpServer } from '../lib/http/http-server.ts'
import { refuseLate } from '../lib/http/refuse-late.ts'
import { replyProblem } from '../lib/http/reply-problem.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { newId } from '../lib/ids.ts'
import { PATIENCE_MS } from '../lib/process/patience.ts'
import { addressParty } from '../lib/sharing/address-party.ts'
import type { PortShare } from '../lib/sharing/connection-shares.ts'
import { type LateAnswers, lateRefusals } from '../lib/sharing/late-answers.ts'
import type { LedgerCount } from '../store/route/ledger.ts'
import { handleRead, type ReadParts } from './handle-read.ts'
import { createIsolatedTurns } from './isolated-read.ts'
import { createKnownKeys } from './known-keys.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createStateCache, type StateCache, type StateCacheOptions } from './state-cache.ts'
import { createTracedReads } from './traced-reads.ts'
import { startWarmUp, type Warmth, type WarmUp, warmthPercent } from './warm-up.ts'

export interface StateServer {
  port: number
  cache: StateCache
  ledger: Ledger
  /** Keeps steps of traces. */
  steps: SpanRecorder
  /** How much of what may be asked for is in memory. */
  warmth: Readonly<Warmth>
  stop(): Promise<void>
}

export interface StateServerOptions extends StateCacheOptions {
  host: string
  port: number
  /** Further addresses of this machine to listen on. */
  hosts?: readonly string[]
  /** Whether this process goes out of service: it still answers, but is not ready any more. */
  isEnding?: () => boolean
  readiness?: ReadinessWatch
  /** Holds back refusals of unknown keys; at the usual rate where it is not given. */
  refusals?: LateAnswers
  /** How long a server that stops waits for one more request on connections that are kept. */
  lingerMs?: number
  /** How long reads in progress still have when it stops: one may wait for a sign-in to a policy system. */
  leftMs?: () => number
  /** How many connections there may be; without it nobody counts them. */
  shares?: PortShare
  /** Where counted reads go; the database unless told. */
  addReads?: (counts: readonly LedgerCount[]) => Promise<void>
}

const JSON_TYPE = 'content-type: application/json\r\n'

/** Listens for applications. Keys are part of the address, so addresses are never logged or shown here. */
export async function startStateServer(platform: Platform, options: StateServerOptions): Promise<StateServer> {
  const cache = createStateCache(platform, options)
  const ledger = createLedger(options.addReads ?? ((counts) => recordReads(platform, counts)), platform)
  const keys = createKnownKeys(platform.keyRing, platform.policy.keyTtlSeconds)
  const relayTokens = createRelayTokens(platform.keyRing, platform.clock, platform.policy.keyTtlSeconds)
  const steps = createSpanRecorder(platform)
  const { clock, spans } = platform
  const traced = createTracedReads({ clock, hex: createHexSource(platform.random), recorder: steps, spans })
  const isolatedTurns = createIsolatedTurns()
  const parts: ReadParts = { platform, cache, keys, ledger, relayTokens, traced, isolatedTurns }
  const isEnding = options.isEnding ?? (() => false)
  const readiness = options.readiness ?? createReadiness(platform, isEnding)
  let warmUp: WarmUp | undefined
  const own = { platform, readiness, warmth: () => (warmUp === undefined ? 0 : warmthPercent(warmUp.warmth)) }
  const counts = { reads: 0, refusals: 0 }
  const strangers = options.refusals ?? lateRefusals(limits.unknownKeys.value, clock)
  registerFigures(platform, cache, counts)
  const seconds = createQuickHistogram(platform.metrics, figure('mkt_state_loaded_read_seconds'))

  function onRequest(exchange: ServerExchange): void {
    const { target } = exchange
    // Some applications join the address and the path with two slashes.
    const path = target.startsWith('//') ? target.slice(1) : target
    const which = path.startsWith('/state/') ? 'state' : path.startsWith('/settings/') ? 'settings' : undefined
    if (which === undefined) return void answerOwn(own, path, exchange).catch((error) => refuse(error, exchange))
    counts.reads += 1
    const answered = startRead(parts, which, path, exchange)
    if (answered) follow(answered, exchange).catch((error: unknown) => refuse(error, exchange))
  }

  /** Reads that memory answered at once are not timed: looking at the clock would be a part of what they cost. */
  async function follow(answered: Promise<void>, exchange: ServerExchange): Promise<void> {
    const began = performance.now()
    let outcome = 'answered'
    try {
      await answered
    } catch (error) {
      outcome = 'refused'
      refuse(error, exchange)
    }
    seconds.observe(outcome, (performance.now() - began) / 1000)
  }

  function refuse(error: unknown, exchange: ServerExchange): void {
    const answer = () => refuseNow(error, exchange)
    const isStranger = error instanceof Failure && error.code === 'key_unknown'
    if (isStranger) refuseLate(strangers, addressParty(exchange.remoteAddress), exchange, answer)
    else answer()
  }

  function refuseNow(error: unknown, exchange: ServerExchange): void {
    counts.refusals += 1
    const failure = fail(error, exchange)
    const traceparent = exchange.header('traceparent')
    if (traceparent !== undefined) traced.refused(traceparent, failure.code, failure.status)
  }

  function fail(error: unknown, exchange: ServerExchange): Failure {
    const requestId = newId('req', platform.clock.now(), platform.random)
    // The read belongs to the trace of the request that the application is answering.
    const traceId = traceIdOf(exchange.header('traceparent'))
    if (error instanceof Failure)
      platform.log.debug({ code: error.code, requestId, traceId }, 'a request to the state interface was refused')
    else platform.log.error({ err: error, requestId, traceId }, 'a request to the state interface failed')
    const failure =
      error instanceof Failure ? error : new Failure('internal', 'Something went wrong on our side. Try again later.')
    replyProblem(exchange, failure, requestId)
    return failure
  }

  const { host, port, hosts = [], lingerMs, leftMs = () => PATIENCE_MS, shares } = options
  const server = await startHttpServer({ host, port, hosts, isEnding, shares }, onRequest, refuse, (error) =>
    platform.log.error({ error }, 'The port of the state interface failed'),
  )
  warmUp = startWarmUp(platform, cache)
  const { warmth, stop: stopWarmUp } = warmUp
  return {
    port: server.port,
    cache,
    ledger,
    steps,
    warmth,
    async stop() {
      const warmUpEnded = stopWarmUp()
      await server.stop(leftMs(), lingerMs)
      await warmUpEnded
      cache.close()
      await ledger.stop()
      await steps.stop()
    },
  }
}

function startRead(
  parts: ReadParts,
  which: 'state' | 'settings',
  path: string,
  exchange: ServerExchange,
): void | Promise<void> {
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
    throw new Failure('method_not_allowed', 'State is read with GET.', { headers: { allow: 'GET, HEAD' } })
  const query = path.indexOf('?')
  const key = path.slice(which.length + 2, query === -1 ? undefined : query)
  return handleRead(parts, which, key, exchange)
}

interface OwnParts {
  platform: Platform
  readiness: ReadinessWatch
  /** In whole percent. */
  warmth(): number
}

async function answerOwn(parts: OwnParts, path: string, exchange: ServerExchange): Promise<void> {
  if (path === '/healthz') return exchange.reply(200, JSON_TYPE, '{"status":"ok"}')
  if (path === '/readyz') return sendReadiness(parts, exchange)
  if (path === '/metrics') return sendFigures(parts.platform, exchange)
  throw nothingHere()
}

async function sendReadiness({ readiness, warmth }: OwnParts, exchange: ServerExchange): Promise<void> {
  const { status, body } = await readiness.of('state', { warmth: warmth() })
  exchange.reply(status, JSON_TYPE, JSON.stringify(body))
}

function nothingHere(): Failure {
  return new Failure('not_found', 'The state interface has /state/<key> and /settings/<key>.')
}

async function sendFigures(platform: Platform, exchange: ServerExchange): Promise<void> {
  if (!(await mayReadFigures(platform, withoutAddressTrust(exchange)))) throw nothingHere()
  const text = await platform.metrics.metrics()
  exchange.reply(200, `content-type: ${platform.metrics.contentType}\r\n`, Buffer.from(text))
}

function registerFigures(platform: Platform, cache: StateCache, counts: { reads: number; refusals: number }): void {
  const show = (name: FigureName, read: () => number) => showFigure(platform.metrics, figure(name), read)
  show('mkt_state_reads_total', () => counts.reads)
  show('mkt_state_refusals_total', () => counts.refusals)
  show('mkt_state_entries', () => cache.size)
  show('mkt_state_bytes', () => cache.bytes)
}
