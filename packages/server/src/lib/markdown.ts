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

/** Markdown of strangers as HTML that is safe to show: no scripts, no styles, no remote images. */
export function renderMarkdown(text: string): string {
  return sanitize(marked.parse(text) as string, rules)
}

/** An anchor for a heading, the way links in documents write it. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]+>|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
}

/** A document of our own as a page: headings get anchors, links between documents lead to pages. */
export function renderDocument(text: string): { title: string; body: string } {
  const title = /^#\s+(.+)$/m.exec(text)?.[1] ?? 'Documentation'
  const body = (marked.parse(text) as string)
    .replace(
      /<h([1-6])>(.*?)<\/h\1>/g,
      (_, level: string, inner: string) => `<h${level} id="${anchorOf(inner)}">${inner}</h${level}>`,
    )
    .replace(
      /href="(?!https?:|#|\/)(?:\.\/)?((?:\.\.\/)?[^"#]*?)(?:README)?\.md(#[^"]*)?"/g,
      (_, path: string, hash: string | undefined) => `href="/docs/${path.replace('../', '')}${hash ?? ''}"`,
    )
  return { title, body }
}
