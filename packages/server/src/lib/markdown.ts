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
