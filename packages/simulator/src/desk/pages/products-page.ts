import { type Html, html } from '../../lib/html.ts'
import type { Desk, ProductView } from '../desk.ts'
import { deskUrl } from './layout.ts'

function raterForm(desk: Desk, { name, title, rater }: ProductView, raters: readonly string[]): Html {
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === (rater ?? '') ? html` selected` : null}>${text}</option>`
  return html`<form class="line" method="post" action="${deskUrl(desk.tenant, 'products')}">
<input type="hidden" name="product" value="${name}">
<label>Rater <select name="rater" aria-label="Rater of ${title}">${option('', 'The policy system itself')}${raters.map((one) => option(one, one))}</select></label>
<button class="quiet" aria-label="Attach the rater to ${title}">Attach</button></form>`
}

/** Products with the applications that fill them in and price them. */
export function productsPage(desk: Desk): Html {
  const raters = desk.raters()
  const card = (product: ProductView) => html`<li class="card"><h2>${product.title}</h2>
<p class="dim">${product.autofill.length === 0 ? 'No application fills in a new quote.' : html`A new quote is filled in by ${product.autofill.map((name, at) => html`${at === 0 ? '' : ', then '}<code>${name}</code>`)}.`}</p>
${desk.tenant.variant === 'connected' ? raterForm(desk, product, raters) : html`<p class="dim">Priced by the policy system itself.</p>`}</li>`
  const products = desk.products()
  return html`<h1>Products</h1>
<p class="dim">An installed application registers its autofill by itself. A rater changes prices, so a person attaches it here.</p>
${products.length === 0 ? html`<p class="empty">This tenant has no product.</p>` : html`<ul class="cards">${products.map(card)}</ul>`}`
}
