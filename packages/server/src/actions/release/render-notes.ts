import { Failure } from '@mkt/contract/errors'
import { renderApart } from '../../lib/markdown/markdown-queue.ts'

/** Renders release notes before they are stored; refuses those that cannot be rendered. */
export async function renderNotes(organizationId: string, notes: string): Promise<string> {
  if (notes === '') return ''
  const rendered = await renderApart(organizationId, notes)
  if ('html' in rendered) return rendered.html
  if (rendered.refused === 'busy')
    throw new Failure(
      'rate_limited',
      'Too many texts of your organization wait to be rendered. Try again in a moment.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  const message = 'This Markdown cannot be rendered: it is nested too deeply or takes too long. Simplify it.'
  throw new Failure('request_invalid', 'The release notes cannot be rendered as Markdown.', {
    problems: [{ pointer: '/notes', rule: 'release.notes.unrenderable', message }],
  })
}
