import { type Html, html } from '../../lib/html.ts'
import type { ChangeView, Desk, Difference } from '../desk.ts'
import type { HistoryItem } from '../history-of.ts'
import { actionButtons } from './action-buttons.ts'
import { historyPart } from './history-part.ts'
import { deskUrl } from './layout.ts'
import { badge, capital, inWords, money } from './words.ts'

function differencesPart(view: ChangeView, filled: ReadonlySet<string>): Html {
  if (view.state === 'issued') return html`<p class="dim">It was issued: the policy is as it made it.</p>`
  if (view.differences.length === 0)
    return html`<p class="dim">Nothing of the policy changes but its term or state.</p>`
  const row = ({ name, label, before, after }: Difference) =>
    html`<tr><th scope="row">${label}${filled.has(name) ? html` <span class="badge notice">Autofill</span>` : null}</th><td>${before === '' ? '–' : before}</td><td>${after === '' ? '–' : after}</td></tr>`
  return html`<div class="wide" tabindex="0" role="group" aria-label="What changes"><table><thead><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${view.differences.map(row)}</tbody></table></div>`
}

/** An endorsement, renewal or cancellation until it is issued. */
export function changePage(
  desk: Desk,
  view: ChangeView,
  filled: readonly string[],
  history: readonly HistoryItem[],
): Html {
  const policyUrl = deskUrl(desk.tenant, 'policies', view.policyLocator)
  return html`<p class="path"><a href="${deskUrl(desk.tenant)}">Policies</a> / <a href="${policyUrl}">${view.policyLocator}</a></p>
<div class="head"><h1>${capital(inWords(view.kind))} of <span class="locator">${view.policyLocator}</span></h1>${badge(view.state)}</div>
${view.premium === null ? null : html`<p class="facts">Premium of the policy with it: <strong>${money(view.premium)}</strong></p>`}
${actionButtons(view.actions, deskUrl(desk.tenant, 'changes', view.locator))}
<div class="columns"><section><h2>What changes</h2>${differencesPart(view, new Set(filled))}</section>
${historyPart(history)}</div>`
}
