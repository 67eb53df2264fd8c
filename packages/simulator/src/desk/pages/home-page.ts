import { type Html, html } from '../../lib/html.ts'
import type { Desk } from '../desk.ts'
import { deskUrl } from './layout.ts'

const count = (many: number) => (many === 1 ? '1 policy' : `${many.toLocaleString('en-US')} policies`)

function card({ tenant, book, products }: Desk): Html {
  const names = products().map(({ title }) => title)
  return html`<li><a class="card" href="${deskUrl(tenant)}"><strong>${tenant.title}</strong>
<span class="dim">${count(book().length)}</span>
<span class="dim">${names.length === 0 ? 'No products' : names.join(', ')}</span></a></li>`
}

/** Where a person begins: the tenants of both variants. */
export function homePage(desks: readonly Desk[]): Html {
  const part = (variant: 'connected' | 'enterprise', about: string) => html`<section aria-labelledby="${variant}">
<h2 id="${variant}">${variant === 'connected' ? 'Connected' : 'Enterprise'}</h2><p class="dim">${about}</p>
<ul class="cards">${desks.filter(({ tenant }) => tenant.variant === variant).map(card)}</ul></section>`
  return html`<h1>Choose a tenant</h1>
<p class="dim">A simulated policy system, both variants. Quotes, policies and claims written here call the same applications and send the same events as its interface.</p>
${part('connected', 'Webhooks, autofill and external raters.')}
${part('enterprise', 'Webhooks; the policy system prices by itself.')}`
}
