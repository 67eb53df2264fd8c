import { createHash } from 'node:crypto'
import { publicPathsOf } from '@mkt/manifest'
import { failurePolicyDefaults } from '../../domain/installation/failure-policy.ts'
import type { Route } from '../../domain/route/route.ts'
import { newId } from '../platform/new-id.ts'

export const callerSecret = 'caller-secret-for-tests'

/** A running route with one of everything declared; tests change what they are about. */
export function testRoute(change: Partial<Route> = {}): Route {
  const installationId = newId('ins')
  return {
    routeId: `r${installationId.slice(4)}`,
    installationId,
    organizationId: 'org_customer',
    listingId: 'lst_app',
    appName: 'acme/app',
    releaseId: 'rel_1',
    version: '1.0.0',
    keyEpoch: 1,
    state: 'RUNNING',
    disabled: false,
    recording: false,
    onFailure: failurePolicyDefaults,
    sampling: false,
    shadow: null,
    revision: 1,
    releaseDigest: `sha256:${'0'.repeat(64)}`,
    callerHashes: [createHash('sha256').update(callerSecret).digest()],
    tenant: 'tenant.example.com',
    variant: 'connected',
    apiUrl: 'https://policy.example.com',
    relay: 'off',
    tenantAccess: 'write',
    webhookPaths: new Set(['/hooks']),
    autofill: new Map([['/autofill', { timeoutMs: 10_000 }]]),
    raters: new Map([['/rate', { timeoutMs: 10_000 }]]),
    publicPaths: publicPathsOf(['/public', '/open/*']),
    instances: [],
    awaited: false,
    ...change,
  }
}

/** Routes in memory, changed by the test at will. */
export function testRoutes(routes: Route[] = []) {
  const list = [...routes]
  return {
    add(route: Route): Route {
      list.push(route)
      return route
    },
    replace(route: Route): void {
      const index = list.findIndex((candidate) => candidate.installationId === route.installationId)
      list[index] = route
    },
    byRouteId: (routeId: string) => list.find((route) => route.routeId === routeId),
    byInstallation: (installationId: string) => list.find((route) => route.installationId === installationId),
    all: () => list.values(),
    renewing: (_routeId: string): Promise<void> | undefined => undefined,
    loaded: true,
    onChange: () => () => {},
    close() {},
  }
}
