import type { IncomingMessage, ServerResponse } from 'node:http'
import { requireOwnFolder } from '../actions/image/require-own-folder.ts'
import type { Platform } from '../actions/platform/platform.ts'
import type { ReadinessWatch } from '../actions/platform/readiness.ts'
import { registerDocs } from '../api/docs/docs.ts'
import { registerDownloads } from '../api/docs/downloads.ts'
import { sendProblemPage } from '../api/docs/problem-page.ts'
import { createApiServer } from '../api/http/server.ts'
import { registerConsole } from '../api/platform/console.ts'
import { registerHealth } from '../api/platform/health.ts'
import { allRoutes } from '../api/routes.ts'
import type { AppConfig } from '../app-config.ts'
import { guarded } from '../lib/guarded.ts'
import { version } from '../lib/process/version.ts'
import { registerRegistry } from '../registry/register-registry.ts'
import { registerScim } from '../scim/register-scim.ts'
import { placeOfDatabase } from '../store/database/place-of-database.ts'
import { reachedAt } from '../tunnel/reached-at.ts'
import { startTunnels } from '../tunnel/server.ts'
import { startRegistryCare } from '../workers/registry-care.ts'
import { closeApi } from './close-api.ts'
import { originOf } from './origin-of.ts'
import type { Stops } from './stops.ts'

export interface ApiParts {
  /** What `/readyz` says besides the database. */
  report: Record<string, unknown>
  readiness: ReadinessWatch
  isEnding: () => boolean
  /** How long requests in progress still have when the process ends. */
  leftMs: () => number
}

/** The role `api`: interface, console, documentation, registry and SCIM on one port. */
export async function startApi(platform: Platform, config: AppConfig, parts: ApiParts, stops: Stops): Promise<void> {
  const { report, readiness, isEnding, leftMs } = parts
  if (config.blobs.places.some(({ s3 }) => s3 === undefined)) await requireOwnFolder(platform, config.blobs.folder)
  const api = await createApiServer(platform, allRoutes(platform), {
    version,
    trustedProxies: config.trustedProxies,
    anyOwnHost: config.laptop,
    problemPage: sendProblemPage,
  })
  registerHealth(api, platform, () => report, readiness)
  registerDocs(api)
  registerDownloads(api, () => platform.addresses.publicUrl)
  await registerRegistry(api, platform)
  await registerScim(api, platform)
  registerConsole(api, platform.random)
  const failed = (error: unknown) => platform.log.error({ error }, 'A connection could not be told, or made, to end')
  const closeWhileEnding = (_request: IncomingMessage, response: ServerResponse) => {
    if (isEnding()) response.setHeader('connection', 'close')
  }
  api.server.prependListener('request', guarded(failed, closeWhileEnding))
  await api.listen({ host: config.bind, port: config.ports.api })
  stops.add(() => closeApi(api, leftMs(), failed))
  // Beside the registry: elsewhere its bytes would seem to be lost.
  stops.keep(await platform.quarantine.begin(() => startRegistryCare(platform)))
  const bound = api.server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.ports.api
  platform.addresses.publicUrl ||= originOf(config.bind, port)
  const tunnels = stops.keep(
    await startTunnels(platform, {
      host: config.bind,
      port: config.tunnelPort,
      reachedAt: await reachedAt(config.bind, config.tunnelAddress, placeOfDatabase(config.databaseUrl)),
      trustedProxies: config.trustedProxies,
    }),
  )
  platform.addresses.tunnelUrl ||= originOf(config.bind, tunnels.port)
}
