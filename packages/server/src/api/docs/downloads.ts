import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { docsPage } from './docs-page.ts'
import { sendPage } from './send-page.ts'

/** Where `npm run build:packages` puts what is served, and where the platform's image has it. */
const packed = fileURLToPath(new URL('../../../../../dist/packages/downloads/', import.meta.url))

interface PackedFile {
  name: string
  bytes: number
  sha256: string
}

interface Index {
  version: string
  files: PackedFile[]
}

/** What each file is, and the command that installs it from its address. */
const kinds: readonly [file: RegExp, title: string, install: (url: string) => string][] = [
  [/^mkt\.tgz$/, 'The tool, with everything it needs', (url) => `npm install --global ${url}`],
  [/^mkt-sdk\.tgz$/, 'The SDK for Node', (url) => `npm install ${url}`],
  [/\.whl$/, 'The SDK for Python', (url) => `python3 -m pip install ${url}`],
  [/^mkt-sdk-java\.zip$/, 'The SDK for Java, sources for src/', (url) => `curl -fsSO ${url}`],
  [/^mkt-schemas\.zip$/, 'JSON Schemas of the manifest and of payloads', (url) => `curl -fsSO ${url}`],
]

const notPacked = `<h1>Nothing to download</h1>
<p>This platform runs from sources that were not packed. Its operator runs <code>npm run build:packages</code> in its folder; no restart is needed.</p>`

/** The tool, the SDKs and the schemas of this platform's version, for authors without a registry. */
export function registerDownloads(app: FastifyInstance, publicUrl: () => string, folder = packed): void {
  const index = (): Index | undefined => {
    const file = join(folder, 'index.json')
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Index) : undefined
  }
  app.get('/downloads', (_request, reply) => {
    const found = index()
    if (found === undefined) return sendPage(reply.status(404), docsPage('Downloads', notPacked, '/downloads'))
    return sendPage(reply, docsPage('Downloads', listed(found, publicUrl()), '/downloads'))
  })
  app.get<{ Params: { name: string } }>('/downloads/:name', (request, reply) => {
    const found = index()
    const { name } = request.params
    if (found !== undefined && name === 'index.json') return reply.header('cache-control', 'no-cache').send(found)
    const file = found?.files.find((each) => each.name === name)
    if (file === undefined) return reply.callNotFound()
    const etag = `"${file.sha256}"`
    reply.headers({ etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply
      .headers({ 'content-type': 'application/octet-stream', 'content-length': file.bytes })
      .send(createReadStream(join(folder, name)))
  })
}

function listed({ version, files }: Index, origin: string): string {
  const rows = files.map(({ name, bytes, sha256 }) => {
    const [, title = name, install] = kinds.find(([file]) => file.test(name)) ?? []
    const command = install === undefined ? '' : `<pre><code>${install(`${origin}/downloads/${name}`)}</code></pre>`
    const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
    return `<h2>${title}</h2>${command}<p><a href="/downloads/${name}">${name}</a>, ${size}, sha256 <code>${sha256}</code></p>`
  })
  return `<h1>Downloads</h1><p>Version ${version}, the one this platform runs. Nothing here needs a package registry; the tool needs Node 22.13 or newer.</p>${rows.join('')}`
}
