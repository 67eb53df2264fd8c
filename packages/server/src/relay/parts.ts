import { limits } from '@mkt/contract/limits'
import type { TenantAccess } from '@mkt/manifest'
import type { LocatorRecorder } from '../actions/activity/locator-recorder.ts'
import type { TenantCallRecorder } from '../actions/relay/tenant-call-recorder.ts'
import type { RouteTable } from '../actions/route/route-table.ts'
import type { Trace } from '../domain/platform/trace.ts'
import type { ApiAddress } from '../domain/relay/relay-address.ts'
import type { KeyFacts } from '../domain/route/key.ts'
import type { Route } from '../domain/route/route.ts'
import type { Token } from '../domain/tenant/token.ts'
import type { Clock } from '../lib/clock.ts'
import type { HexSource } from '../lib/hex-source.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import type { Log } from '../lib/log.ts'
import type { Deadlines } from '../lib/schedule/deadlines.ts'
import type { TenantClient } from '../outbound/tenant-client.ts'
import type { TokenOutcome } from '../store/tenant/token-cache.ts'

export const relayLimits = {
  /** Requests of one installation at the same time. */
  perInstallation: limits.relayCalls.value,
  /** A body up to this size is held, so that the request can be sent again with a renewed token. */
  heldBodyBytes: 64 * 1024,
  /** An exchange in which nothing moves for this long is given up. */
  stallMs: limits.relayStall.value,
} as const

/** What the relay leans on. */
export interface RelayParts {
  routes: RouteTable
  client: TenantClient
  calls: TenantCallRecorder
  /** Indexes which policies requests concern. */
  locators?: LocatorRecorder
  /** Requests in progress, by installation. */
  running: Map<string, number>
  deadlines: Deadlines
  /** Reads one of our tokens; undefined for anything else. */
  readToken(token: string): { facts: KeyFacts; endsAt: number } | undefined
  /** A fresh token, for an application that renews its own. */
  issueToken(route: Route, releaseId: string, isolated: boolean): Token
  /** What the manifest of a release asks for. */
  accessOf(releaseId: string): Promise<TenantAccess | undefined>
  tenantToken(installationId: string): Promise<TokenOutcome>
  /** Another token in place of one that the policy system no longer accepts; undefined when there is none. */
  renewToken(installationId: string, rejected: Token): Promise<Token | undefined>
  relayUrl(): string
  nextId(now: Date): string
  hex: HexSource
  clock: Clock
  log: Log
}

/** One request that may be passed on. */
export interface RelayedExchange {
  exchange: ServerExchange
  route: Route
  releaseId: string
  /** Whether a container of a trial or a shadow asks. */
  isolated: boolean
  /** 26 characters that name the request and its record. */
  id: string
  trace: Trace
  address: ApiAddress
  /** Path and query below the origin of the policy system. */
  target: string
  /** Whether the application wrote its token bare, which the connected variant accepts. */
  bare: boolean
  startedAt: number
}
