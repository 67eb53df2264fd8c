import { dirname, join, normalize } from 'node:path'
import { Marked } from 'marked'
import { anchorOf } from './anchor-of.ts'

const marked = new Marked({ gfm: true, breaks: false, async: false })

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
