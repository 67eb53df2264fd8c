import { type Html, html } from '../../lib/html.ts'
import type { ChangeAction, PolicyAction } from '../desk.ts'
import { ACTION_WORDS } from './words.ts'

type Action = PolicyAction | ChangeAction

/** These open a form; the others are done at once. */
const FORMS: readonly Action[] = ['edit', 'endorse', 'claim']

/** These cannot be undone, so they ask first. */
const FINAL: Partial<Record<Action, string>> = {
  discard: 'It is gone for good.',
  cancel: 'The cover ends, and applications are told.',
}

function button(action: Action, url: string, isFirst: boolean): Html {
  const words = ACTION_WORDS[action]
  const to = `${url}/${action}`
  if (FORMS.includes(action)) return html`<a class="button${isFirst ? '' : ' quiet'}" href="${to}">${words}</a>`
  const sentence = FINAL[action]
  if (sentence === undefined)
    return html`<form method="post" action="${to}"><button${isFirst ? null : html` class="quiet"`}>${words}</button></form>`
  return html`<details class="ask"><summary class="button quiet danger">${words} …</summary>
<form method="post" action="${to}"><p>${sentence}</p><button class="danger">${words}</button></form></details>`
}

/** The steps that are possible now; the first one is the usual next one. */
export function actionButtons(actions: readonly Action[], url: string): Html | null {
  if (actions.length === 0) return null
  // A quote that has a price is issued next, not priced again.
  const first = actions.includes('issue') ? 'issue' : actions[0]
  return html`<div class="buttons">${actions.map((action) => button(action, url, action === first))}</div>`
}
