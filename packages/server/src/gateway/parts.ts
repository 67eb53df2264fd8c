import { limits } from '@mkt/contract/limits'
import type { LocatorRecorder } from '../actions/activity/locator-recorder.ts'
import type { AppMessages } from '../actions/call/app-messages.ts'
import type { Intake } from '../actions/delivery/receive-event.ts'
import type { RouteTable } from '../actions/route/route-table.ts'
import type { RequestFigures } from '../actions/traffic/request-figures.ts'
import type { Traffic } from '../actions/traffic/traffic.ts'
import type { Route } from '../domain/route/route.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { SpanSink } from '../lib/otlp/span.ts'
import type { Random } from '../lib/random.ts'
import type { LateAnswers } from '../lib/sharing/late-answers.ts'
import type { AppClient } from '../outbound/app/app-client.ts'
import type { ByteBudget } from './limit/byte-budget.ts'
import type { Concurrency } from './limit/concurrency.ts'
import type { CallRecorder } from './observe/call-recorder.ts'
import type { HeldCallObserver } from './observe/held-call.ts'
import type { LastAnswers } from './observe/last-answers.ts'
import type { PayloadRecorder } from './observe/payload-recorder.ts'

/** What the gateway works with. It reads routes from memory, so that it goes on when the database is away. */
export interface GatewayParts {
  routes: Pick<RouteTable, 'byRouteId' | 'renewing'>
  client: AppClient
  intake: Intake
  concurrency: Concurrency
  /** What bodies and answers may hold of the memory: of calls until they are answered, of events until they are kept. */
  memory: { calls: ByteBudget; events: ByteBudget }
  calls: CallRecorder
  /** Where steps of traces go; absent where nobody collects them. */
  spans?: SpanSink | undefined
  /** Counts what applications are asked. */
  requests?: Pick<RequestFigures, 'note'>
  /** Counts what installations are asked. */
  traffic?: Pick<Traffic, 'note'>
  /** The key that the application gets for this request. */
  issueKey(route: Route): string
  /** Keeps what a policy system reports to the platform itself. */
  receiveReport(route: Route, body: Buffer): Promise<void>
  /** What the policy system signs this route's bodies with; undefined where no signature was asked for. */
  signingSecret?(route: Route): Promise<string | undefined>
  /** Keeps what calls carry, for installations that want it. */
  payloads?: PayloadRecorder
  /** The last answers of raters, for installations that fall back to them. */
  lastAnswers?: LastAnswers
  /** Those who look at autofill and rater calls after they were answered. */
  observers?: readonly HeldCallObserver[]
  /** Indexes which policies events concern. */
  locators?: LocatorRecorder
  /** Masks what applications say when they fail or refuse a call; without it nothing of it is shown. */
  messages?: AppMessages
  /** Whether a call bears the mark of one that the platform sends itself to try an installation. */
  isTest?(route: Route, mark: string): boolean
  /** Called for each forwarded request, so a tenant token is ready when the application asks. */
  warmToken?(route: Route): void
  /** Holds back refusals of strangers; at the usual rate where it is not given. */
  refusals?: LateAnswers
  clock: Clock
  random: Random
  log: Log
  gatewayDomain: string | undefined
  isTrustedProxy(address: string): boolean
}

export const gatewayLimits = {
  webhookBytes: limits.webhookBody.value,
  bodyBytes: limits.callBody.value,
  answerBytes: limits.callAnswer.value,
  streamMs: limits.streamTime.value,
  unknownKeys: limits.unknownKeys.value,
} as const
