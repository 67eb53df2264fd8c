import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { manifestSchema } from '@mkt/manifest'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderDocument } from '../lib/markdown.ts'
import { apiPage, docsPage, docsStyle } from './docs-page.ts'

const folder = fileURLToPath(new URL('../../../../docs/', import.meta.url))
/** The viewer of the API is a file of its package that the package does not export by name. */
const viewer = join(createRequire(import.meta.url).resolve('@scalar/api-reference'), '../browser/standalone.js')

/** Our pages load nothing from elsewhere and run no inline script. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** The viewer of the API sets styles from its script. */
const viewerPolicy = policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")

function html(reply: FastifyReply, page: string, contentPolicy = policy): FastifyReply {
  return reply.header('content-security-policy', contentPolicy).type('text/html; charset=utf-8').send(page)
}

/** The Markdown file of a documentation path, or undefined; never one outside the folder. */
function fileOf(path: string): string | undefined {
  const clean = normalize(path === '' ? 'README' : path).replace(/\.md$/, '')
  if (!/^[a-z0-9/_-]+$/i.test(clean) || clean.startsWith('..')) return undefined
  return [`${clean}.md`, `${clean}/README.md`].map((name) => join(folder, name)).find((file) => existsSync(file))
}

/** The documentation, readable without a network: guides and references from `docs/`, and the API from its own description. */
export function registerDocs(app: FastifyInstance): void {
  const schema = JSON.stringify(manifestSchema, null, 2)
  app.get('/schemas/platform-app.json', (_request, reply) =>
    reply.header('access-control-allow-origin', '*').type('application/schema+json').send(schema),
  )
  app.get('/docs/assets/style.css', (_request, reply) => reply.type('text/css').send(docsStyle))
  app.get('/docs/assets/api.js', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('text/javascript').send(readFileSync(viewer)),
  )
  app.get('/docs/assets/start.js', (_request, reply) =>
    reply
      .type('text/javascript')
      .send(
        "Scalar.createApiReference('#api', { url: '/api/v1/openapi.json', withDefaultFonts: false, telemetry: false })\n",
      ),
  )
  app.get('/docs/api', (_request, reply) => html(reply, apiPage(), viewerPolicy))
  app.get('/docs/reference/openapi.json', (_request, reply) => reply.redirect('/api/v1/openapi.json'))
  const page = (path: string, reply: FastifyReply) => {
    const file = fileOf(path)
    if (file === undefined) return reply.callNotFound()
    const { title, body } = renderDocument(readFileSync(file, 'utf8'))
    return html(reply, docsPage(title, body))
  }
  app.get('/docs', (_request, reply) => page('', reply))
  app.get('/docs/', (_request, reply) => reply.redirect('/docs'))
  app.get('/docs/errors', (_request, reply) => page('reference/errors', reply))
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => page(request.params['*'], reply))
}
