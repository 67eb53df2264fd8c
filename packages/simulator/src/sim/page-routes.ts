import { readFile } from 'node:fs/promises'
import { pageFonts, pageTokens } from '@mkt/pages'
import type { FastifyInstance } from 'fastify'

const FOLDER = new URL('../../page/', import.meta.url)

const FILES = {
  '/switches': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/_page/page.js': { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/_page/view.js': { file: 'view.js', type: 'text/javascript; charset=utf-8' },
  '/_page/page.css': { file: 'page.css', type: 'text/css; charset=utf-8' },
  '/_page/desk.css': { file: 'desk.css', type: 'text/css; charset=utf-8' },
  '/_page/desk.js': { file: 'desk.js', type: 'text/javascript; charset=utf-8' },
} as const

/** The page of the switches, and what the desk loads. No page holds a script of its own text, so the policy can be strict. */
export function pageRoutes(app: FastifyInstance): void {
  for (const [path, { file, type }] of Object.entries(FILES))
    app.get(path, async (_request, reply) =>
      reply
        .type(type)
        .header(
          'content-security-policy',
          "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        )
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(await readFile(new URL(file, FOLDER), 'utf8')),
    )
  app.get('/_page/tokens.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('x-content-type-options', 'nosniff').send(pageTokens),
  )
  for (const { path, file, type } of pageFonts())
    app.get(`/_page/${path}`, async (_request, reply) =>
      reply
        .type(type)
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(file)),
    )
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send())
}
