import { type Admission, installationMachine } from '@mkt/contract/states'
import { isPublic, type PublicPaths, type TenantAccess, withoutTrailingSlash } from '@mkt/manifest'
import type { FailurePolicy } from '../installation/failure-policy.ts'
import type { InstallationState } from '../installation/installation.ts'
import type { RelayMode } from '../tenant/relay-mode.ts'
import { REPORTS_PATH } from './route-path.ts'

/** A container that may be sent requests. */
export interface LiveInstance {
  id: string
  deploymentId: string
  /** `http://host:port` or `unix:/path/to.sock`. */
  address: string
  /** A developer's machine instead of a container; the address is that of the process that holds its connection. */
  tunnel?: true
}

/** Everything the gateway and the delivery workers must know of a route, held in memory. */
export interface Route {
  routeId: string
  installationId: string
  organizationId: string
  listingId: string
  /** `<org>/<app>`, for figures. */
  appName: string
  releaseId: string
  /** Of the release, for figures too. */
  version: string
  /** Rises when the keys of the installation are revoked. */
  keyEpoch: number
  state: InstallationState
  /** An operator disabled its publisher or its customer: it is inactive, whatever its state. */
  disabled: boolean
  /** Whether what synchronous calls carry is kept. */
  recording: boolean
  /** Where copies of its autofill and rater calls go. */
  shadow: { releaseId: string; id: string; address: string } | null
  /** Whether its calls are added to a pinned sample. */
  sampling: boolean
  /** Of the configuration. */
  revision: number
  /** Digest of the image of the release. */
  releaseDigest: string
  /** What the policy system gets when the application fails. */
  onFailure: FailurePolicy
  /** SHA-256 of every caller secret that is valid now. */
  callerHashes: readonly Buffer[]
  /** Host name of the tenant; for the enterprise variant its locator. */
  tenant: string
  variant: 'connected' | 'enterprise'
  /** Where the policy system is, and whether applications get there through the relay. */
  apiUrl: string
  relay: RelayMode
  /** What the release asks to do there. */
  tenantAccess: TenantAccess
  webhookPaths: ReadonlySet<string>
  autofill: ReadonlyMap<string, { timeoutMs: number }>
  raters: ReadonlyMap<string, { timeoutMs: number }>
  publicPaths: PublicPaths
  /** Healthy instances of the release's deployment, without those that are draining. */
  instances: readonly LiveInstance[]
  /** Whether an instance is about to be there, where none is: it starts, or is started again within seconds. */
  awaited: boolean
}

export type RequestKind = 'webhook' | 'autofill' | 'rater' | 'report' | 'other'

/**
 * The path as the release declares it: `/hook/` is `/hook` where that is an integration's, so that a slash at the end is no way around what holds for
 * the integration. Every other path stays as it came.
 */
export function declaredPath(route: Route, path: string): string {
  if (isDeclared(route, path)) return path
  const plain = withoutTrailingSlash(path)
  return [plain, `${plain}/`].find((other) => isDeclared(route, other)) ?? path
}

function isDeclared(route: Route, path: string): boolean {
  return route.webhookPaths.has(path) || route.autofill.has(path) || route.raters.has(path)
}

/** Kind of a request on a route, by method and path: only a POST to a declared path is an integration request. */
export function requestKind(route: Route, method: string, path: string): RequestKind {
  if (method !== 'POST') return 'other'
  if (path === REPORTS_PATH && route.variant === 'enterprise') return 'report'
  if (route.webhookPaths.has(path)) return 'webhook'
  if (route.autofill.has(path)) return 'autofill'
  if (route.raters.has(path)) return 'rater'
  return 'other'
}

export function isPublicPath(route: Route, path: string): boolean {
  return isPublic(route.publicPaths, path)
}

/** Behaviour of gateway and state interface by state of the installation. */
export function admission(route: Route, kind: RequestKind, onPublicPath: boolean): Admission {
  // What is recorded stays while an installation is stopped or disabled, so reports are taken as long as its secret is good.
  if (kind === 'report') return 'accept'
  if (route.disabled) return 'inactive'
  const row = installationMachine.states[route.state]
  if (kind === 'webhook') return row.webhook
  return onPublicPath ? row.publicPath : row.call
}

/** Whether waiting events of the route can be sent now. */
export function isDeliverable(route: Route): boolean {
  return !route.disabled && installationMachine.states[route.state].delivers && route.instances.length > 0
}
