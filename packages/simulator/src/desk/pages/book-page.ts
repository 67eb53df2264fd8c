import { type Html, html } from '../../lib/html.ts'
import type { BookRow, Desk } from '../desk.ts'
import type { FoundBook } from '../find-in-book.ts'
import { deskUrl } from './layout.ts'
import { badge, capital, inWords, money, term } from './words.ts'

function row(desk: Desk, one: BookRow): Html {
  const url = deskUrl(desk.tenant, 'policies', one.locator)
  return html`<tr><td data-label="Policy"><a href="${url}">${one.locator}</a></td><td data-label="Holder">${one.holder}</td><td data-label="Product">${one.product}</td><td data-label="State">${badge(one.state)}</td><td data-label="Term">${term(one)}</td><td data-label="Premium" class="number">${money(one.premium)}</td></tr>`
}

function select(name: string, label: string, chosen: string, options: readonly (readonly [string, string])[]): Html {
  const all = [['', `All ${label.toLowerCase()}s`] as const, ...options]
  return html`<label>${label} <select name="${name}">${all.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : null}>${text}</option>`)}</select></label>`
}

function pager(desk: Desk, { asked, pages }: FoundBook): Html | null {
  if (pages < 2) return null
  const url = (page: number) => {
    const query = new URLSearchParams({
      q: asked.query,
      product: asked.product,
      state: asked.state,
      page: String(page),
    })
    return `${deskUrl(desk.tenant)}?${query}`
  }
  return html`<nav class="pager" aria-label="Pages">
${asked.page > 1 ? html`<a href="${url(asked.page - 1)}" rel="prev">Previous</a>` : html`<span class="dim">Previous</span>`}
<span>Page ${asked.page} of ${pages}</span>
${asked.page < pages ? html`<a href="${url(asked.page + 1)}" rel="next">Next</a>` : html`<span class="dim">Next</span>`}
</nav>`
}

const total = (many: number) => (many === 1 ? '1 policy' : `${many.toLocaleString('en-US')} policies and quotes`)

/** The book: every policy and quote, searched by words and looked at page by page. */
export function bookPage(desk: Desk, found: FoundBook): Html {
  const { asked, rows, count, states } = found
  const isFiltered = asked.query !== '' || asked.product !== '' || asked.state !== ''
  const products = desk.products().map(({ name, title }) => [name, title] as const)
  const nothing = isFiltered
    ? html`<p class="empty">Nothing matches. <a href="${deskUrl(desk.tenant)}">Show all</a></p>`
    : html`<p class="empty">No policies yet. <a href="${deskUrl(desk.tenant, 'new')}">Write a quote</a>, or add a book of policies under <a href="${deskUrl(desk.tenant, 'scenarios')}">Scenarios</a>.</p>`
  return html`<h1>Policies</h1>
<form class="filters" role="search" action="${deskUrl(desk.tenant)}">
<label>Search <input type="search" name="q" value="${asked.query}" maxlength="200" placeholder="Number, name, vehicle …"></label>
${select('product', 'Product', asked.product, products)}
${select(
  'state',
  'State',
  asked.state,
  states.map((one) => [one, capital(inWords(one))] as const),
)}
<button>Search</button>
</form>
<p class="dim" role="status">${total(count)}${isFiltered ? ' found' : ''}</p>
${rows.length === 0 ? nothing : html`<table class="rows"><caption class="unseen">Policies and quotes</caption><thead><tr><th scope="col">Policy</th><th scope="col">Holder</th><th scope="col">Product</th><th scope="col">State</th><th scope="col">Term</th><th scope="col" class="number">Premium</th></tr></thead><tbody>${rows.map((one) => row(desk, one))}</tbody></table>`}
${pager(desk, found)}`
}
