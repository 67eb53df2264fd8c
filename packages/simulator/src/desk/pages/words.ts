import { type Html, html } from '../../lib/html.ts'
import type { ChangeAction, ClaimAction, PolicyAction } from '../desk.ts'

/** `onRisk` and `personal-auto` as people write them. */
export const inWords = (text: string) =>
  text
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const TONES: Record<string, string> = {
  issued: 'good',
  onRisk: 'good',
  closed: 'quiet',
  submitted: 'good',
  discarded: 'quiet',
  cancelled: 'bad',
  refused: 'bad',
}

export const badge = (state: string): Html =>
  html`<span class="badge ${TONES[state] ?? 'notice'}">${capital(inWords(state))}</span>`

export const money = (premium: string | null, currency = ''): string =>
  premium === null ? '–' : `${Number(premium).toLocaleString('en-US', { minimumFractionDigits: 2 })} ${currency}`.trim()

/** A moment to the second, always in UTC like the systems themselves. */
export const moment = (iso: string): Html =>
  html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`

const day = (iso: string): Html => html`<time datetime="${iso}">${iso}</time>`

/** From when until when a policy holds; a dash for one that has no term yet. */
export const term = ({ start, end }: { start: string; end: string }): Html | string =>
  start === '' ? '–' : html`${day(start)} – ${day(end)}`

export const ACTION_WORDS: Record<PolicyAction | ChangeAction | ClaimAction, string> = {
  price: 'Price',
  issue: 'Issue',
  edit: 'Edit',
  autofill: 'Autofill',
  endorse: 'Endorse',
  renew: 'Renew',
  claim: 'Open a claim',
  discard: 'Discard',
  cancel: 'Cancel policy',
  close: 'Close',
  submit: 'Submit',
}

const NOTICES: Record<string, string> = {
  created: 'The quote was created.',
  saved: 'The quote was saved.',
  price: 'The premium was calculated.',
  issue: 'Issued.',
  discard: 'Discarded.',
  cancel: 'The policy was cancelled.',
  begun: 'The change was begun. Price it, then issue it.',
  claim: 'The claim was opened.',
  close: 'The claim was closed.',
  submit: 'The first notice of loss was submitted.',
  rater: 'The rater of the product was changed.',
  scenario: 'The scenario was started.',
  stop: 'The scenario was stopped.',
  book: 'The policies were added.',
}

/** What was just done, as the address of the page names it. */
export function noticeOf(done: string | undefined, filled: readonly string[]): string | undefined {
  if (done === undefined) return undefined
  if (done !== 'autofill') return Object.hasOwn(NOTICES, done) ? NOTICES[done] : undefined
  if (filled.length === 0) return 'Autofill changed nothing.'
  return filled.length === 1 ? 'Autofill filled in one field.' : `Autofill filled in ${filled.length} fields.`
}
