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
