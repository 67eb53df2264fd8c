import { renderApart } from './markdown-queue.ts'
import { plainHtml } from './plain-html.ts'

/**
 * Renders a text that was stored under earlier rules; one that cannot be rendered is shown as it was written. Undefined where its turn did not
 * come: that says nothing about the text, so it is rendered another time.
 */
export async function renderStored(text: string): Promise<string | undefined> {
  const rendered = await renderApart('stored', text)
  if ('html' in rendered) return rendered.html
  return rendered.refused === 'busy' ? undefined : plainHtml(text)
}
