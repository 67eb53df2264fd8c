import { anchorOf } from '../../lib/markdown/anchor-of.ts'

/** What stands below one heading of a page. */
export interface DocsSection {
  href: string
  /** The title of the page, and the heading where it is another. */
  page: string
  heading: string
  text: string
}

const MAX_FOUND = 30
/** Characters shown around the first word that was found. */
const AROUND = 90

const plain = (markdown: string) =>
  markdown
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|>]|^\s*[-:| ]+$/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A document by its headings. What looks like a heading inside code is none. */
export function sectionsOf(markdown: string, href: string): DocsSection[] {
  const sections: DocsSection[] = []
  let [page, code] = ['', false]
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) code = !code
    const heading = code ? undefined : /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1]
    const last = sections.at(-1)
    if (heading === undefined) {
      if (last) last.text += `${line}\n`
      continue
    }
    const title = plain(heading)
    page ||= title
    // A title leads to the beginning of its page.
    const anchor = sections.length === 0 ? '' : `#${anchorOf(title)}`
    sections.push({ href: `${href}${anchor}`, page, heading: title, text: '' })
  }
  return sections.map((section) => ({ ...section, text: plain(section.text) }))
}

export interface DocsFound extends DocsSection {
  /** The words around the first match. */
  excerpt: string
}

export const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)

/** A section with its texts in lower case, made once for all searches. */
export interface SearchedSection {
  section: DocsSection
  page: string
  heading: string
  text: string
}

export function searchable(sections: readonly DocsSection[]): SearchedSection[] {
  return sections.map((section) => ({
    section,
    page: section.page.toLowerCase(),
    heading: section.heading.toLowerCase(),
    text: section.text.toLowerCase(),
  }))
}

/** Why we built it so, and our own tables: found too, but after whatever tells how to use the platform. */
const ofOurs = /^\/docs\/(decisions|reference\/tables\b)/

/** Sections that hold every word, those with words in their heading first. */
export function searchDocs(sections: readonly SearchedSection[], query: string): DocsFound[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const ranked = sections.flatMap(({ section, page, heading, text }) => {
    const points = words.map((word) => {
      if (heading.includes(word)) return 4
      if (page.includes(word)) return 2
      return text.includes(word) ? 1 : 0
    })
    const found = points.every((point) => point > 0)
    const sum = points.reduce<number>((all, point) => all + point, 0)
    return found ? [{ section, points: ofOurs.test(section.href) ? sum - words.length * 4 : sum }] : []
  })
  return ranked
    .sort((one, other) => other.points - one.points)
    .slice(0, MAX_FOUND)
    .map(({ section }) => ({ ...section, excerpt: excerptOf(section.text, words) }))
}

function excerptOf(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, first - AROUND)))
  const shown = text.slice(from, first + AROUND * 2).trim()
  return `${from > 0 ? '… ' : ''}${shown}${first + AROUND * 2 < text.length ? ' …' : ''}`
}
