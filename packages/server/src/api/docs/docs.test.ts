import { fileURLToPath } from 'node:url'
import { codes } from '@mkt/contract/errors'
import Fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { registerDocs } from './docs.ts'
import { pageOf } from './docs-files.ts'
import { docsSections } from './docs-sections.ts'
import { keepPages } from './keep-pages.ts'

/** Served by other parts of the platform. */
const others = ['/', '/api/v1/openapi.json', '/downloads']
/** The one script, of the one page that has something to send. */
const tryIt = '<script type="module" src="/docs/assets/try-it.js"></script>'
const pages = new Map<string, string>()

beforeAll(async () => {
  const app = Fastify()
  registerDocs(app)
  const waiting = ['/docs']
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (pages.has(url) || others.includes(url) || url.startsWith('/docs/assets/')) continue
    const answer = await app.inject({ url })
    pages.set(url, answer.statusCode === 200 ? answer.body : '')
    const moved = answer.headers.location
    if (answer.statusCode === 302 && moved !== undefined) pages.set(url, 'moved')
    waiting.push(...linksOf(answer.body).map(([to = '']) => to))
  }
})

function linksOf(html: string): string[][] {
  return [...html.matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => href.split('#'))
    .filter(([to = '']) => to !== '' && !/^[a-z]+:/.test(to))
}

describe('the served documentation', () => {
  it('leads to no page that does not exist', () => {
    expect(pages.size).toBeGreaterThan(20)
    expect([...pages].filter(([, body]) => body === '').map(([url]) => url)).toEqual([])
    expect([...pages.keys()].filter((url) => !url.startsWith('/docs'))).toEqual([])
  })

  it('leads to no place in a page that does not exist', () => {
    const broken = [...pages].flatMap(([url, body]) =>
      linksOf(body)
        .filter(([to = '', anchor]) => anchor !== undefined && !pages.get(to)?.includes(`id="${anchor}"`))
        .map(([to, anchor]) => `${url} → ${to}#${anchor}`),
    )
    expect(broken).toEqual([])
  })

  it('explains every error code where the type of a problem points', () => {
    const page = pages.get('/docs/errors') ?? ''
    expect(Object.keys(codes).filter((code) => !page.includes(`<tr id="${code}">`))).toEqual([])
  })

  it('answers an unknown address with a page that leads on, not with JSON', async () => {
    const app = Fastify()
    registerDocs(app)
    for (const url of ['/docs/nope', '/docs/../package.json', '/docs/reference/nope']) {
      const answer = await app.inject({ url })
      expect(answer.statusCode, url).toBe(404)
      if (!url.includes('..')) expect(answer.headers['content-type'], url).toContain('text/html')
    }
    expect((await app.inject({ url: '/docs/nope' })).body).toContain('There is no page here')
  })

  it('gives every place of a page a name of its own', () => {
    for (const [url, body] of pages) {
      const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        url,
      ).toEqual([])
    }
  })

  it('shows the guides of all four kinds of readers, the references and the decisions', () => {
    const names = ['for-authors', 'for-customers', 'for-moderators', 'for-operators', 'reference/cli', 'decisions']
    for (const name of names) expect(pages.has(`/docs/${name}`), name).toBe(true)
  })

  it('shows nothing that is not documentation', async () => {
    const app = Fastify()
    registerDocs(app)
    for (const path of [
      '../package',
      '..%2f..%2fpackage',
      'packages/server/README',
      'package.json',
      '%2e%2e/LICENSE',
    ]) {
      expect((await app.inject({ url: `/docs/${path}` })).statusCode, path).toBe(404)
    }
  })

  it('lets what is wider than a page be moved by keyboard: code, and tables of many columns', () => {
    expect([...pages].filter(([, body]) => body.includes('<pre>')).map(([url]) => url)).toEqual([])
    expect(pages.get('/docs/reference/access')).toContain('<table tabindex="0">')
    expect(pages.get('/docs/manifest')).toContain('<table>')
  })

  it('brings its own fonts, for every range of letters that their style sheets name', async () => {
    const app = Fastify()
    registerDocs(app)
    const sheets = linksOf(pages.get('/docs') ?? '').flatMap(([to = '']) => (to.endsWith('wght.css') ? [to] : []))
    expect(sheets).toHaveLength(2)
    for (const sheet of sheets) {
      const { body } = await app.inject({ url: sheet })
      const files = [...body.matchAll(/url\(\.\/(.+?)\)/g)].map(([, file]) => file)
      expect(files.length).toBeGreaterThan(3)
      for (const file of files) {
        const { statusCode, headers } = await app.inject({ url: sheet.replace('wght.css', String(file)) })
        expect([statusCode, headers['content-type']], file).toEqual([200, 'font/woff2'])
      }
    }
  })

  it('is searched by words, over every page and the operations of the interface', async () => {
    const app = Fastify()
    registerDocs(app)
    const search = async (q: string) => (await app.inject({ url: '/docs/search', query: { q } })).body
    expect(await search('retry schedule')).toMatch(/<ol class="found">.*<mark>/s)
    expect(await search('retry zyzzyva')).toContain('Nothing holds all of these words')
    expect(await search('organization Invite somebody')).toContain('href="/docs/api#inviteMember"')
    expect(await search('')).toContain('Type what you look for')
    // What was typed is shown as it is, in the answer and in the input.
    const strange = await search('<script>"(')
    expect(strange).toContain('&#60;script&#62;')
    expect(strange).not.toContain('<script>')
  })

  it('finds what tells how to use the platform before why it was built so', async () => {
    const app = Fastify()
    registerDocs(app)
    const { body } = await app.inject({ url: '/docs/search', query: { q: 'egress' } })
    const found = [...body.matchAll(/<li><a href="([^"]+)"/g)].map(([, href = '']) => href)
    const reasons = found.map((href) => /\/decisions\/|\/tables\b/.test(href))
    expect(found.length).toBeGreaterThan(5)
    expect(reasons).toEqual(reasons.toSorted())
  })

  it('searches take turns: an address that searches without pause is told to wait, and another one is served', async () => {
    const app = Fastify()
    registerDocs(app)
    const search = (remoteAddress: string) => app.inject({ url: '/docs/search', query: { q: 'retry' }, remoteAddress })
    const flood = Array.from({ length: 40 }, () => search('203.0.113.1'))
    expect((await search('203.0.113.2')).body).toContain('<ol class="found">')
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(30)
    expect(statuses).toContain(200)
  })

  it('renders a page once, regardless of its query', async () => {
    const app = Fastify()
    const made: string[] = []
    const keep = keepPages()
    registerDocs(app, (name, make) =>
      keep(name, () => {
        made.push(name)
        return make()
      }),
    )
    for (const url of [
      '/docs/security',
      '/docs/security',
      '/docs/security/',
      '/docs//security',
      '/docs/reference%2f..%2fsecurity',
    ])
      expect((await app.inject({ url })).statusCode, url).toBe(200)
    expect(made).toEqual(['/docs/security'])
    for (const url of ['/docs/nope', '/docs/neither', '/docs/api', '/docs/api']) await app.inject({ url })
    expect(made).toEqual(['/docs/security', 'nothing', '/docs/api'])
  })

  it('finds places that exist: every heading that can be found is in its page', () => {
    const places = docsSections(fileURLToPath(new URL('../../../../../', import.meta.url)), pageOf, { paths: {} })
    expect(places.length).toBeGreaterThan(300)
    const missing = places.filter(({ href }) => {
      const [page = '', anchor] = href.split('#')
      return anchor !== undefined && pages.has(page) && !pages.get(page)?.includes(`id="${anchor}"`)
    })
    expect(missing.map(({ href }) => href)).toEqual([])
  })

  it('loads nothing from elsewhere and is read without a script: only trying operations needs one', async () => {
    const app = Fastify()
    registerDocs(app)
    const { headers } = await app.inject({ url: '/docs' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    for (const [url, body] of pages)
      expect(body.replace(url === '/docs/api' ? tryIt : '', ''), url).not.toMatch(
        /<script|<img(?! loading="lazy" src="\/docs\/images\/)|<link[^>]+href="http/,
      )
  })

  it('shows the pictures of its guides, each with words for those who do not see it', async () => {
    const app = Fastify()
    registerDocs(app)
    const pictures = [...(pages.get('/docs/single-sign-on') ?? '').matchAll(/<img [^>]*src="([^"]+)" alt="([^"]*)"/g)]
    expect(pictures.length).toBeGreaterThan(6)
    for (const [, url = '', words] of pictures) {
      expect(words).not.toBe('')
      expect((await app.inject({ url })).headers['content-type'], url).toBe('image/png')
    }
    for (const name of ['none.png', '..%2f..%2fpackage.json', 'README.md'])
      expect((await app.inject({ url: `/docs/images/${name}` })).statusCode, name).toBe(404)
  })
})

it.each(['platform-app', 'connected-event', 'rater-answer'])('serves the schema %s to every origin', async (name) => {
  const app = Fastify()
  registerDocs(app)
  const answer = await app.inject({ url: `/schemas/${name}.json` })
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect(answer.json()).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' })
  expect((await app.inject({ url: '/schemas/constructor.json' })).statusCode).toBe(404)
})

it('lists every schema at /schemas', async () => {
  const app = Fastify()
  registerDocs(app)
  const { items } = (await app.inject({ url: '/schemas' })).json<{ items: { name: string; path: string }[] }>()
  expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['platform-app', 'rater-request']))
  for (const { path } of items) expect((await app.inject({ url: path })).statusCode, path).toBe(200)
})

describe('the documentation for scripts and language models', () => {
  it('is listed at /llms.txt, and every page of the list is Markdown', async () => {
    const app = Fastify()
    registerDocs(app)
    const index = await app.inject({ url: '/llms.txt' })
    expect(index.headers['content-type']).toMatch(/^text\/plain/)
    const listed = [...index.body.matchAll(/\]\((\/docs[^)]*)\)/g)].map(([, url = '']) => url)
    expect(listed.length).toBeGreaterThan(12)
    for (const url of listed) {
      const { statusCode, headers, body } = await app.inject({ url })
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/markdown; charset=utf-8'])
      expect(body).toMatch(/^# /m)
    }
    expect((await app.inject({ url: '/docs/nothing.md' })).statusCode).toBe(404)
    expect((await app.inject({ url: '/docs/..%2f..%2fREADME.md' })).statusCode).toBe(404)
  })
})
