import type { EgressMode } from '@mkt/engines'
import type { Registry } from 'prom-client'
import type { KeyRing } from '../../domain/platform/key-ring.ts'
import type { Sandbox } from '../../domain/tenant/sandbox.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { SpanSink } from '../../lib/otlp/span.ts'
import type { Random } from '../../lib/random.ts'
import type { Vault } from '../../lib/seal.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Strangers } from '../../lib/sharing/strangers.ts'
import type { HttpClient } from '../../outbound/http-client.ts'
import type { Mailer } from '../../outbound/mailer.ts'
import type { PolicySystems } from '../../outbound/policy/policy-systems.ts'
import type { ChangeFeed } from '../../store/database/change-feed.ts'
import type { Db } from '../../store/database/database.ts'
import type { BlobStorage } from '../../store/image/blob-storage.ts'
import type { SchemaCache } from '../../store/tenant/schema-cache.ts'
import type { TokenCache } from '../../store/tenant/token-cache.ts'
import type { Quarantine } from './quarantine.ts'

/** Where the platform is reached, as its users see it. Known once the ports are open, so read it when needed, not before. */
export interface Addresses {
  publicUrl: string
  gatewayUrl: string
  stateUrl: string
  relayUrl: string
  /** Where containers report telemetry; empty where nothing is taken. */
  otlpUrl: string
  /** Where developers' machines connect to. */
  tunnelUrl: string
  /** The address that requests of the platform itself come from, such as hooks. */
  own: string
}

/** The operator's settings of this platform. */
export interface Policy {
  dataDir: string
  keyTtlSeconds: number
  retrySchedule: readonly number[]
  allowAddresses: readonly string[]
  /** Whether applications reach only what their manifest declares. */
  egress: EgressMode
  gatewayDomain: string | undefined
  signUp: 'open' | 'closed'
  /** A start on one's own machine: people of the platform need no second factor, and passkeys work on localhost. */
  laptop: boolean
  /** Name servers that are asked about domains; those of the system where none are named. */
  dnsServers?: readonly string[]
  /** Open findings of this severity or worse keep a release from being approved. */
  advisoryGate: 'none' | 'critical' | 'high'
  /** The scraper's token for `/metrics`. */
  metricsToken?: Secret | undefined
  /** How long the pricing record is kept. */
  pricingDays: number
  /** How long the audit is kept; without end where nothing is said. */
  auditDays?: number | undefined
  /** How long events, deliveries and calls are kept, and how long recorded payloads of calls, which is never longer. */
  kept: { days: number; payloadDays: number }
  /** Calls that a gateway process may have in progress. */
  callsAtOnce: { perRoute: number; perApp: number }
  /** Simulated policy systems that organizations may connect in one step. */
  sandbox?: Sandbox | undefined
  /** Deliveries that a worker may have in progress. */
  deliveriesAtOnce: number
}

/** Everything an action may need of its surroundings. */
export interface Platform {
  db: Db
  clock: Clock
  random: Random
  vault: Vault
  log: Log
  metrics: Registry
  /** Where steps of traces go; absent where nobody collects them. */
  spans?: SpanSink | undefined
  /** The bytes of images. */
  blobs: BlobStorage
  changes: ChangeFeed
  /** Signing keys of `x-MKT-key`. */
  keyRing: KeyRing
  mailer: Mailer
  addresses: Addresses
  policy: Policy
  /** Whether this is a copy that must not act for its original. */
  quarantine: Quarantine
  /** The way to the tenants' policy systems. */
  policySystems: PolicySystems
  /** For requests to addresses that customers enter. */
  http: HttpClient
  /** Keeps those who invent credentials from the database. */
  strangers: Strangers
  /** Tokens for policy systems, as this process knows them. */
  tokens: TokenCache
  /** Schemas of tenants, as this process used them last. */
  schemas: SchemaCache
}
