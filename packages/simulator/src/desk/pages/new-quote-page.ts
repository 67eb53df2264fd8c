import { type Html, html } from '../../lib/html.ts'
import type { Desk } from '../desk.ts'
import { deskUrl } from './layout.ts'
import { capital, inWords } from './words.ts'

/** The first question of a quote: which product, and for what kind of account. */
export function newQuotePage(desk: Desk): Html {
  const [products, accounts] = [desk.products(), desk.accountTypes()]
  if (products.length === 0)
    return html`<h1>New quote</h1><p class="empty">This tenant has no product, so nothing can be quoted.</p>`
  return html`<h1>New quote</h1>
<form class="sheet" action="${deskUrl(desk.tenant, 'new')}">
<fieldset class="group depth0"><legend>Product</legend>
${products.map(({ name, title }, at) => html`<label class="check"><input type="radio" name="product" value="${name}" required${at === 0 ? html` checked` : null}> ${title}</label>`)}</fieldset>
${accounts.length === 0 ? null : html`<fieldset class="group depth0"><legend>Account</legend>${accounts.map((name, at) => html`<label class="check"><input type="radio" name="account" value="${name}"${at === 0 ? html` checked` : null}> ${capital(inWords(name))}</label>`)}</fieldset>`}
<label class="check"><input type="checkbox" name="sample"> Begin with sample data in the required fields</label>
<div class="buttons"><button>Continue</button></div>
</form>`
}
