import { type Html, html } from '../../lib/html.ts'
import type { FormGroup } from '../form.ts'
import { formParts } from './form-part.ts'

export type FormPage = {
  heading: string
  about: Html | string
  action: string
  groups: readonly FormGroup[]
  filled?: readonly string[]
  /** Applications that fill in this form when it is sent; undefined where the variant has no autofill. */
  autofill?: readonly string[] | undefined
  save: string
  back: string
  hidden?: Readonly<Record<string, string>>
  /** A policy may lack what its product requires: that must not hold up a change of something else. */
  isLenient?: boolean
}

function autofillWords(names: readonly string[]): Html {
  return names.length === 0
    ? html`<p class="dim">No application is registered to fill in this product.</p>`
    : html`<p class="dim">Sending this form calls ${names.map((name, at) => html`${at === 0 ? '' : ', then '}<code>${name}</code>`)}.</p>`
}

/** A form of the desk. Autofill does not wait for required fields: filling them in is what it is for. */
export function formPage({
  heading,
  about,
  action,
  groups,
  filled,
  autofill,
  save,
  back,
  hidden = {},
  isLenient = false,
}: FormPage): Html {
  return html`<h1>${heading}</h1>
<p class="dim">${about}</p>
<form class="sheet" method="post" action="${action}"${isLenient ? html` novalidate` : null}>
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${formParts(groups, filled)}
<div class="finish">
${autofill === undefined ? null : autofillWords(autofill)}
<div class="buttons">
${autofill === undefined ? null : html`<button name="next" value="autofill" formnovalidate class="quiet">Autofill</button>`}
<button name="next" value="save">${save}</button>
<a class="button quiet" href="${back}">Back</a>
</div>
</div>
</form>`
}
