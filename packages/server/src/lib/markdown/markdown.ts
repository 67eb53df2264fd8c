import { dirname, join, normalize } from 'node:path'
import { Marked } from 'marked'
import sanitize from 'sanitize-html'

const marked = new Marked({ gfm: true, breaks: false, async: false })

const rules: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'del',
    'code',
    'pre',
    'blockquote',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'], th: ['align'], td: ['align'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }) },
}

/** Counts up with every change of what Markdown becomes: HTML that was stored under an earlier number is rendered again. */
export const MARKDOWN_RULES = 1
const MAXIMUM_NESTING = 40
const MAXIMUM_LENGTH = 400_000

/** How deep the elements of sanitised HTML are nested. */
function nestingOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [, slash, name] of html.matchAll(/<(\/?)(\w+)/g)) {
    if (name === 'br' || name === 'hr') continue
    depth += slash === '/' ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/**
 * Markdown of strangers as HTML that is safe to show: no scripts, no styles, no remote images. It may take long and throws where elements are nested
 * too deep: only threads and tests call it, everybody else `renderApart`.
 */
export function renderMarkdown(text: string): string {
  const html = sanitize(marked.parse(text) as string, rules)
  if (html.length > MAXIMUM_LENGTH || nestingOf(html) > MAXIMUM_NESTING)
    throw new RangeError('The text becomes too long or too deeply nested.')
  return html
}

/** A text as HTML that shows it as it was written. */
export function plainHtml(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return escaped === '' ? '' : `<p>${escaped}</p>`
}

/** An anchor for a heading, the way links in documents write it. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]+>|&#?\w+;|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
}

/** Headings and the rows of reference tables can be linked to: a row by the code in its first cell, once a page. */
function withAnchors(html: string): string {
  const taken = new Set<string>()
  return html
    .replace(
      /<h([1-6])>(.*?)<\/h\1>/g,
      (_, level: string, inner: string) => `<h${level} id="${anchorOf(inner)}">${inner}</h${level}>`,
    )
    .replace(/<tr>(\s*<td><code>([\w.-]+)<\/code><\/td>)/g, (row, cell: string, id: string) => {
      if (taken.has(id)) return row
      taken.add(id)
      return `<tr id="${id}">${cell}`
    })
}

/** What may be wider than the page is moved sideways by keyboard too: code, and tables of many columns. */
function withStops(html: string): string {
  return html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(/<table>(\s*<thead>.*?<\/thead>)/gs, (table, head: string) =>
      (head.match(/<th\b/g)?.length ?? 0) > 4 ? `<table tabindex="0">${head}` : table,
    )
}

/** Where a link of a document leads when it is served; undefined when there is no page for it. */
export type PageOf = (path: string) => string | undefined

/**
 * A document of our own as a page. `path` is where it lies in the repository, because its links are written for readers there:
 * one to another page leads to that page, one to anything else names the place instead. Pictures are served at their place.
 */
export function renderDocument(text: string, path: string, pageOf: PageOf): { title: string; body: string } {
  const title = /^#\s+(.+)$/m.exec(text)?.[1] ?? 'Documentation'
  const shown = (marked.parse(text) as string).replace(
    /<img src="(?![a-z]+:|\/)([^"]*)"/g,
    (_, to: string) => `<img loading="lazy" src="/${normalize(join(dirname(path), to))}"`,
  )
  const body = withStops(withAnchors(shown)).replace(
    /<a href="(?![a-z]+:|#|\/)([^"#]*)(#[^"]*)?">(.*?)<\/a>/g,
    (_, to: string, hash: string | undefined, inner: string) => {
      const target = normalize(join(dirname(path), to))
      const page = pageOf(target)
      return page === undefined ? `${inner} (<code>${target}</code>)` : `<a href="${page}${hash ?? ''}">${inner}</a>`
    },
  )
  return { title, body }
}
