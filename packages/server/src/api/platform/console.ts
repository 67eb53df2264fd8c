import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Random } from '../../lib/random.ts'
import { acceptedEncoding, compress, type Encoding } from '../http/encoding.ts'

const built = fileURLToPath(new URL('../../../../console/dist/', import.meta.url))
const placeholder = '__MKT_NONCE__'
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const compressible = new Set(['.js', '.css', '.svg'])
/** What answers by itself below these; the console never stands in for it. */
const notOurs = /^\/(api|v2|docs|schemas|healthz|readyz|metrics)(\/|$)/

/** Scripts only from here and never inline; run-time styles only with the nonce of this one answer. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function encodingFor(request: FastifyRequest, extension: string): Encoding | undefined {
  return compressible.has(extension) ? acceptedEncoding(request.headers['accept-encoding']) : undefined
}

/**
 * The files of one build, read at the start so that a newer build beside a running platform takes nothing away from the pages
 * it has handed out. The build has compressed them with Brotli; what it has not is compressed when it is first asked for.
 */
function assetStore(folder: string) {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const files = new Map<string, Buffer>()
  const ready = new Map<string, Promise<Buffer>>()
  for (const name of names) {
    const bytes = readFileSync(join(folder, name))
    if (name.endsWith('.br')) ready.set(`br ${name.slice(0, -'.br'.length)}`, Promise.resolve(bytes))
    else files.set(name, bytes)
  }
  return (name: string, encoding: Encoding | undefined): Promise<Buffer> | Buffer | undefined => {
    const raw = files.get(name)
    if (raw === undefined || encoding === undefined) return raw
    const key = `${encoding} ${name}`
    const compressed = ready.get(key) ?? compress(raw, encoding)
    ready.set(key, compressed)
    return compressed
  }
}

/** Serves the built console on every path that is nobody else's, so that each of its pages can be opened directly. */
export function registerConsole(app: FastifyInstance, random: Random, folder = built): void {
  const page = existsSync(join(folder, 'index.html')) ? readFileSync(join(folder, 'index.html'), 'utf8') : undefined
  const assets = assetStore(join(folder, 'assets'))
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const extension = extname(name)
    const encoding = encodingFor(request, extension)
    const bytes = await assets(name, encoding)
    if (bytes === undefined) return reply.callNotFound()
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .header('vary', 'accept-encoding')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(types[extension] ?? 'application/octet-stream')
      .send(bytes)
  })
  const show = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?')
    const accepted = request.headers.accept ?? '*/*'
    // Only the front page is also for those who take anything: elsewhere a program must learn that there is nothing.
    const wantsPage = accepted.includes('text/html') || (path === '/' && accepted.includes('*/*'))
    if (notOurs.test(path) || !wantsPage) return reply.callNotFound()
    if (page === undefined) {
      const words = 'The console is not built yet. Start the platform with npm start, which builds it.\n'
      return reply.status(503).type('text/plain; charset=utf-8').send(words)
    }
    const nonce = random.bytes(18).toString('base64url')
    return reply
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(placeholder, nonce))
  }
  app.get('/', show)
  app.get('/*', show)
}
