import { afterEach } from 'vitest'
import type { Route } from '../../domain/route/route.ts'
import { type TestDatabase, testDatabase } from '../database/database.ts'
import { type Answer, type AppServer, startAppServer } from '../http/app-server.ts'
import { atEnd } from '../run/at-end.ts'
import { startTestGateway, type TestGateway } from './gateway.ts'
import { callerSecret, testRoute } from './routes.ts'

/** The header of a caller that is known. */
export const secret = { 'x-mkt-caller': callerSecret }

export const post = (url: string, body: string | Buffer = '{}', headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: body as string,
    headers: { 'content-type': 'application/json', ...secret, ...headers },
  })

export interface GatewayScene {
  database: TestDatabase
  gateway: TestGateway
  /** Applications that end with the test. */
  apps: AppServer[]
  /** Starts an application and a route to it. */
  launch(answer?: Answer, change?: Partial<Route>): Promise<{ app: AppServer; route: Route; url: string }>
}

/** A gateway with applications behind it, for one test file. Call it at the top of the file. */
export async function gatewayScene(): Promise<GatewayScene> {
  const database = await testDatabase()
  const gateway = await startTestGateway(database)
  const apps: AppServer[] = []
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
  })
  atEnd(() => gateway.stop())
  return {
    database,
    gateway,
    apps,
    async launch(answer, change = {}) {
      const app = await startAppServer(answer)
      apps.push(app)
      const route = gateway.routes.add(testRoute({ instances: [app.instance], ...change }))
      return { app, route, url: `${gateway.url}/${route.routeId}` }
    },
  }
}
