import { Failure } from '@mkt/contract/errors'
import { MARKDOWN_RULES, plainHtml } from '../../lib/markdown/markdown.ts'
import { renderApart } from '../../lib/markdown/markdown-queue.ts'
import { renderStored } from '../../lib/markdown/render-stored.ts'
import { notesToRender, setNotesHtml } from '../../store/release/release-notes.ts'
import type { Platform } from '../platform/platform.ts'

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

/** The notes of a release as HTML; those that were rendered by earlier rules are shown as they were written until they are rendered again. */
export function shownNotes(release: { notes: string; notesHtml: string; notesRules: number }): string {
  return release.notesRules === MARKDOWN_RULES || release.notes === '' ? release.notesHtml : plainHtml(release.notes)
}

/** Renders notes that were stored under earlier rules. Returns how many were rendered. */
export async function renderStoredNotes(platform: Pick<Platform, 'db'>, limit: number): Promise<number> {
  const rows = await notesToRender(platform.db, MARKDOWN_RULES, limit)
  for (const [count, { id, notes }] of rows.entries()) {
    const html = await renderStored(notes)
    if (html === undefined) return count
    await setNotesHtml(platform.db, id, html, MARKDOWN_RULES)
  }
  return rows.length
}
