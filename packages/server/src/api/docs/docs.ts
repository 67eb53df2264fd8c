import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageFonts } from '@mkt/pages'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderDocument } from '../../lib/markdown/markdown.ts'
import { version } from '../../lib/process/version.ts'
import { apiDescription } from '../http/api-description.ts'
import { apiReference } from './api-reference.ts'
import { docsPage } from './docs-page.ts'
import { registerDocsSearch } from './docs-search-page.ts'
import { docsSections } from './docs-sections.ts'
import { docsStyle } from './docs-style.ts'
import { type KeptPages, keepPages } from './keep-pages.ts'
import { llmsText } from './llms-text.ts'
import { registerSchemas } from './schemas.ts'
import { sendPage } from './send-page.ts'
import { triedOperations } from './tried-operations.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
/** Pages that lie beside what they describe. */
const elsewhere = [
  'packages/sdk/README.md',
  'sdks/python/README.md',
  'sdks/java/README.md',
  'packages/simulator/README.md',
  'examples/README.md',
  'deploy/README.md',
  'SECURITY.md',
]

const missing = `<h1>There is no page here</h1>
<p>The documentation has no page at this address. It may have moved: look in the list of pages, or <a href="/docs">begin at the start</a>.</p>`

/** The Markdown file of a documentation path, or undefined; never one that is not documentation. */
function fileOf(path: string): string | undefined {
  const clean = normalize(path === '' ? 'README' : path).replace(/^\/|\/$|\.md$/g, '')
  if (!/^[a-z0-9/_-]+$/i.test(clean)) return undefined
  const candidates = [`docs/${clean}.md`, `docs/${clean}/README.md`, `${clean}.md`, `${clean}/README.md`]
  return candidates.find(
    (file) => (file.startsWith('docs/') || elsewhere.includes(file)) && existsSync(join(root, file)),
  )
}

/** The address of the page of a file in the repository, or undefined. */
export function pageOf(file: string): string | undefined {
  if (file === 'docs/reference/openapi.json') return '/docs/reference/openapi.json'
  if (!file.endsWith('.md')) return pageOfFolder(file)
  if (!file.startsWith('docs/') && !elsewhere.includes(file)) return undefined
  const path = file.replace(/^docs\//, '').replace(/(^|\/)?README\.md$|\.md$/, '')
  return existsSync(join(root, file)) ? (path === '' ? '/docs' : `/docs/${path}`) : undefined
}

function pageOfFolder(folder: string): string | undefined {
  const file = `${folder.replace(/\/$/, '')}/README.md`
  return existsSync(join(root, file)) ? pageOf(file) : undefined
}

/** The documentation, readable without a network: guides and references from `docs/`, and the API from its own description. */
export function registerDocs(app: FastifyInstance, kept: KeptPages = keepPages()): void {
  registerSchemas(app)
  app.get('/docs/assets/style.css', (_request, reply) => reply.type('text/css').send(docsStyle))
  app.get('/docs/assets/try-it.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .send(kept('try-it.js', () => readFileSync(new URL('try-it.js', import.meta.url)))),
  )
  app.get('/docs/assets/operations.json', (_request, reply) =>
    reply
      .type('application/json')
      .send(kept('operations.json', () => JSON.stringify(triedOperations(apiDescription(version))))),
  )
  for (const { path, file, type } of pageFonts())
    app.get(`/docs/assets/${path}`, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type(type)
        .send(kept(file, () => readFileSync(file))),
    )
  app.get('/docs/api', (_request, reply) =>
    sendPage(
      reply,
      kept('/docs/api', () => docsPage('API', apiReference(apiDescription(version)), '/docs/api')),
    ),
  )
  registerDocsSearch(app, () => docsSections(root, pageOf, apiDescription(version)))
  app.get('/docs/reference/openapi.json', (_request, reply) => reply.redirect('/api/v1/openapi.json'))
  app.get('/llms.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(llmsText()))
  app.get<{ Params: { name: string } }>('/docs/images/:name', (request, reply) => {
    const file = join(root, 'docs/images', request.params.name)
    if (!/^[a-z0-9-]+\.png$/.test(request.params.name) || !existsSync(file)) return reply.callNotFound()
    return reply.type('image/png').send(kept(file, () => readFileSync(file)))
  })
  const page = (path: string, reply: FastifyReply, at?: string) => {
    const file = fileOf(path)
    if (file !== undefined && path.endsWith('.md'))
      return reply.type('text/markdown; charset=utf-8').send(kept(file, () => readFileSync(join(root, file))))
    if (file === undefined)
      return sendPage(
        reply.status(404),
        kept('nothing', () => docsPage('Not found', missing, '')),
      )
    // One address for each file, however it was asked for: what is kept has an end.
    const here = at ?? pageOf(file) ?? '/docs'
    const render = () => {
      const { title, body } = renderDocument(readFileSync(join(root, file), 'utf8'), file, pageOf)
      return docsPage(title, body, here)
    }
    return sendPage(reply, kept(here, render))
  }
  app.get('/docs', (_request, reply) => page('', reply, '/docs'))
  app.get('/docs/', (_request, reply) => reply.redirect('/docs'))
  app.get('/docs/errors.md', (_request, reply) => page('reference/errors.md', reply))
  app.get('/docs/errors', (_request, reply) => page('reference/errors', reply, '/docs/errors'))
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => page(request.params['*'], reply))
}
