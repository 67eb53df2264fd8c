import { Failure } from '@mkt/contract/errors'
import { renderApart } from '../../lib/markdown/markdown-queue.ts'

export interface MarkdownField {
  /** How the refusal names it. */
  name: string
  pointer: string
  rule: string
}

/** Renders a text of an organization before it is stored; refuses one that cannot be rendered. */
export async function renderMarkdown(organizationId: string, field: MarkdownField, text: string): Promise<string> {
  const rendered = await renderApart(organizationId, text)
  if ('html' in rendered) return rendered.html
  if (rendered.refused === 'busy') {
    const message = 'Too many texts of your organization wait to be rendered. Try again in a moment.'
    throw new Failure('rate_limited', message, { headers: { 'retry-after': '5' } })
  }
  const message = 'This Markdown cannot be rendered: it is nested too deeply or takes too long. Simplify it.'
  const problems = [{ pointer: field.pointer, rule: field.rule, message }]
  throw new Failure('request_invalid', `${field.name} cannot be rendered as Markdown.`, { problems })
}
