import type { FastifyInstance } from 'fastify'
import { requireOwnPage } from '../lib/guard-request.ts'
import { html } from '../lib/html.ts'
import { Refusal } from '../lib/refusal.ts'
import type { DeskContext } from './desk-context.ts'
import { allDesks } from './desk-of.ts'
import { show } from './desk-reply.ts'
import { homePage } from './pages/home-page.ts'
import { changeRoutes } from './routes/change-routes.ts'
import { policyPageRoutes } from './routes/policy-page-routes.ts'
import { quoteRoutes } from './routes/quote-routes.ts'
import { tenantRoutes } from './routes/tenant-routes.ts'

const MAX_FORM = 1024 * 1024

/** The policy desk: pages for people, over the same steps as the interface. Reading changes nothing; changes come by forms of its own pages. */
export function deskRoutes(app: FastifyInstance, context: DeskContext): void {
  app.register(async (desk) => {
    desk.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    desk.addHook('onRequest', async (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') requireOwnPage(request.headers, context.publicHost)
    })
    desk.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
      const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500)
      const isOurs = !(error instanceof Refusal) && status >= 500
      if (isOurs) console.error(error)
      const sentence = isOurs ? 'The simulator failed; its output says why.' : error.message
      const body = html`<h1>That did not work</h1><p><a href="/">All tenants</a></p>`
      return show(reply, { title: 'Not done', body, refusal: sentence }, status)
    })
    desk.get('/', async (_request, reply) =>
      show(reply, { title: 'Tenants', body: homePage(allDesks(context.simulation)) }),
    )
    desk.get('/desk/*', async () => {
      throw new Refusal(404, 'not_found', 'There is no page here.')
    })
    for (const routes of [tenantRoutes, quoteRoutes, policyPageRoutes, changeRoutes]) routes(desk, context)
  })
}
