import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageFonts } from '@mkt/pages'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderDocument } from '../../lib/markdown/render-document.ts'
import { version } from '../../lib/process/version.ts'
import { compressKept } from '../http/compress-kept.ts'
import { docsRoot, fileOf, pageOf } from './docs-files.ts'
import { docsPage } from './docs-page.ts'
import { registerDocsSearch } from './docs-search-page.ts'
import { docsStyle } from './docs-style.ts'
import { type KeptPages, keepPages } from './keep-pages.ts'
import { keptDocs } from './kept-docs.ts'
import { llmsText } from './llms-text.ts'
import { registerSchemas } from './schemas.ts'
import { sendPage } from './send-page.ts'

const missing = `<h1>There is no page here</h1>
<p>The documentation has no page at this address. It may have moved: look in the list of pages, or <a href="/docs">begin at the start</a>.</p>`

/** The documentation, readable without a network: guides and references from `docs/`, and the API from its own description. */
export function registerDocs(app: FastifyInstance, kept: KeptPages = keepPages()): void {
  app.register((docs, _options, done) => {
    docs.addHook('onSend', compressKept())
    registerPages(docs, kept)
    done()
  })
}

function registerPages(app: FastifyInstance, kept: KeptPages): void {
  registerSchemas(app)
  app.get('/docs/assets/style.css', (_request, reply) =>
    reply.type('text/css').send(kept('style.css', () => docsStyle)),
  )
  app.get('/docs/assets/try-it.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .send(kept('try-it.js', () => readFileSync(new URL('try-it.js', import.meta.url)))),
  )
  app.get('/docs/assets/operations.json', async (_request, reply) => {
    const operations = await keptDocs('operations', version)
    return reply.type('application/json').send(kept('operations.json', () => operations))
  })
  for (const { path, file, type } of pageFonts())
    app.get(`/docs/assets/${path}`, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type(type)
        .send(kept(file, () => readFileSync(file))),
    )
  app.get('/docs/api', async (_request, reply) => {
    const reference = await keptDocs('reference', version)
    return sendPage(
      reply,
      kept('/docs/api', () => reference),
    )
  })
  registerDocsSearch(app, () => keptDocs('sections', version))
  app.get('/docs/reference/openapi.json', (_request, reply) => reply.redirect('/api/v1/openapi.json'))
  app.get('/llms.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(llmsText()))
  app.get<{ Params: { name: string } }>('/docs/images/:name', (request, reply) => {
    const file = join(docsRoot, 'docs/images', request.params.name)
    if (!/^[a-z0-9-]+\.png$/.test(request.params.name) || !existsSync(file)) return reply.callNotFound()
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('image/png')
      .send(kept(file, () => readFileSync(file)))
  })
  const page = (path: string, reply: FastifyReply, at?: string) => {
    const file = fileOf(path)
    if (file !== undefined && path.endsWith('.md'))
      return reply.type('text/markdown; charset=utf-8').send(kept(file, () => readFileSync(join(docsRoot, file))))
    if (file === undefined)
      return sendPage(
        reply.status(404),
        kept('nothing', () => docsPage('Not found', missing, '')),
      )
    // One address for each file, however it was asked for: what is kept has an end.
    const here = at ?? pageOf(file) ?? '/docs'
    const render = () => {
      const { title, body } = renderDocument(readFileSync(join(docsRoot, file), 'utf8'), file, pageOf)
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
