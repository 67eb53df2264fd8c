import { type Html, html } from '../../lib/html.ts'
import type { ChangeRow, ClaimRow, Desk, PolicyView } from '../desk.ts'
import type { HistoryItem } from '../history-of.ts'
import { actionButtons } from './action-buttons.ts'
import { readOnlyParts } from './form-part.ts'
import { historyPart } from './history-part.ts'
import { deskUrl } from './layout.ts'
import { ACTION_WORDS, badge, capital, inWords, moment, money, term } from './words.ts'

function premiumPart({ priced, pricedBy, row, currency }: PolicyView): Html {
  if (priced.length === 0)
    return html`<section><h2>Premium</h2><p class="dim">Not priced yet. It is priced by <code>${pricedBy}</code>.</p></section>`
  const rows = priced.map(
    ({ part, peril, premium }) =>
      html`<tr><th scope="row">${peril}</th><td>${part}</td><td class="number">${money(premium)}</td></tr>`,
  )
  return html`<section><h2>Premium</h2>
<table><caption class="unseen">Premium by peril</caption><thead><tr><th scope="col">Peril</th><th scope="col">Of</th><th scope="col" class="number">Premium</th></tr></thead>
<tbody>${rows}</tbody><tfoot><tr><th scope="row">Total</th><td></td><td class="number"><strong>${money(row.premium, currency)}</strong></td></tr></tfoot></table>
<p class="dim">Priced by <code>${pricedBy}</code>.</p></section>`
}

function changesPart(desk: Desk, changes: readonly ChangeRow[]): Html | null {
  if (changes.length === 0) return null
  const rows = changes.toReversed().map(({ locator, kind, state, created, premium }) => {
    // A quote that was issued is the policy itself: there is no page beside it.
    const title = capital(inWords(kind))
    const name = kind === 'quote' ? title : html`<a href="${deskUrl(desk.tenant, 'changes', locator)}">${title}</a>`
    return html`<tr><th scope="row">${name}</th><td>${badge(state)}</td><td>${moment(created)}</td><td class="number">${money(premium)}</td></tr>`
  })
  return html`<section><h2>Quotes and changes</h2><div class="wide" tabindex="0" role="group" aria-label="Quotes and changes">
<table><thead><tr><th scope="col">Kind</th><th scope="col">State</th><th scope="col">Begun</th><th scope="col" class="number">Premium</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}

function claimsPart(desk: Desk, claims: readonly ClaimRow[]): Html | null {
  if (claims.length === 0) return null
  const rows = claims.toReversed().map(
    ({ locator, state, incident, description, actions }) => html`<li>
<p><strong>${incident}</strong> ${badge(state)}</p><p>${description === '' ? html`<span class="dim">No description</span>` : description}</p><p class="dim"><code>${locator}</code></p>
${actions.map((action) => html`<form method="post" action="${deskUrl(desk.tenant, 'claims', locator, action)}"><button class="quiet" aria-label="${ACTION_WORDS[action]} the claim of ${incident}">${ACTION_WORDS[action]}</button></form>`)}</li>`,
  )
  return html`<section><h2>Claims</h2><ul class="claims">${rows}</ul></section>`
}

/** A policy or quote with everything that happened to it. */
export function policyPage(desk: Desk, view: PolicyView, history: readonly HistoryItem[]): Html {
  const { row, isQuote, actions } = view
  const url = deskUrl(desk.tenant, 'policies', row.locator)
  return html`<p class="path"><a href="${deskUrl(desk.tenant)}">Policies</a></p>
<div class="head"><h1>${isQuote ? 'Quote' : 'Policy'} <span class="locator">${row.locator}</span></h1>${badge(row.state)}</div>
<p class="facts">${row.holder} · ${row.product}${row.start === '' ? null : html` · ${term(row)}`}</p>
${actionButtons(actions, url)}
<div class="columns"><div>
${premiumPart(view)}
${claimsPart(desk, view.claims)}
${changesPart(desk, view.changes)}
<section><h2>Contents</h2>${readOnlyParts(view.contents)}</section>
</div>
${historyPart(history)}
</div>`
}
