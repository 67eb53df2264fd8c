import { MARKDOWN_RULES } from '../../lib/markdown/markdown-rules.ts'
import { plainHtml } from '../../lib/markdown/plain-html.ts'
import { renderStored } from '../../lib/markdown/render-stored.ts'
import { notesToRender, setNotesHtml } from '../../store/release/release-notes.ts'
import type { Platform } from '../platform/platform.ts'
import { renderMarkdown } from '../platform/render-markdown.ts'

const notesField = { name: 'The text of the release notes', pointer: '/notes', rule: 'release.notes.unrenderable' }

/** Renders release notes before they are stored; refuses those that cannot be rendered. */
export function renderNotes(organizationId: string, notes: string): Promise<string> {
  return renderMarkdown(organizationId, notesField, notes)
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
