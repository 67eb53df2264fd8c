import { type Html, html } from '../../lib/html.ts'
import { type FormField, type FormGroup, fittingKind } from '../form.ts'

function input({ name, kind, choices, value }: FormField, isAsked: boolean, described: string | null): Html {
  const common = html`id="${name}" name="${name}"${isAsked ? html` required` : null}${described === null ? null : html` aria-describedby="${described}"`}`
  if (kind === 'long') return html`<textarea ${common} rows="4" maxlength="2000">${value}</textarea>`
  if (kind !== 'select')
    return html`<input ${common} type="${fittingKind(kind, value)}"${kind === 'number' ? html` step="any"` : null} value="${value}" autocomplete="off" maxlength="2000">`
  // What an application answered may be none of the choices: it is shown anyway.
  const all = ['', ...choices, ...(value === '' || choices.includes(value) ? [] : [value])]
  return html`<select ${common}>${all.map((one) => html`<option value="${one}"${one === value ? html` selected` : null}>${one}</option>`)}</select>`
}

function fieldRow(one: FormField, filled: ReadonlySet<string>, isChosen: boolean): Html {
  const isFilled = filled.has(one.name)
  const note = `${one.name}-note`
  return html`<div class="field${isFilled ? ' filled' : ''}">
<label for="${one.name}">${one.label}${one.required ? null : html` <span class="dim">optional</span>`}</label>
${input(one, one.required && !isChosen, isFilled ? note : null)}${isFilled ? html`<p class="note" id="${note}">Filled in by autofill</p>` : null}
</div>`
}

const choiceBox = ({ choice }: FormGroup): Html | null =>
  choice === undefined
    ? null
    : html`<label class="check"><input type="checkbox" name="${choice.name}"${choice.checked ? html` checked` : null}> ${choice.label}</label>`

/** A part that need not be taken asks for nothing: an empty input in it must not hold up the form. */
function groupPart(group: FormGroup, filled: ReadonlySet<string>, depth: number, isInChosen: boolean): Html {
  const isChosen = isInChosen || group.choice !== undefined
  const inner = html`${choiceBox(group)}
${group.fields.length === 0 ? null : html`<div class="fields">${group.fields.map((one) => fieldRow(one, filled, isChosen))}</div>`}
${group.groups.map((one) => groupPart(one, filled, depth + 1, isChosen))}`
  // What need not be added stays out of the way until somebody wants it.
  if (group.choice?.checked === false)
    return html`<details class="group depth${Math.min(depth, 2)}"><summary>${group.choice.label}</summary>${inner}</details>`
  return html`<fieldset class="group depth${Math.min(depth, 2)}"><legend>${group.title}</legend>${inner}</fieldset>`
}

/** The inputs of a form, made from the schema of a product. */
export function formParts(groups: readonly FormGroup[], filled: readonly string[] = []): Html[] {
  const names = new Set(filled)
  return groups.map((group) => groupPart(group, names, 0, false))
}

/** The same parts to be read: what holds nothing is left out. */
export function readOnlyParts(groups: readonly FormGroup[]): Html[] {
  return groups.flatMap((group) => {
    const fields = group.fields.filter(({ value }) => value !== '')
    const inner = readOnlyParts(group.groups)
    if (group.choice !== undefined || (fields.length === 0 && inner.length === 0)) return []
    return [
      html`<section class="held"><h3>${group.title}</h3>
${fields.length === 0 ? null : html`<dl>${fields.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
${inner}</section>`,
    ]
  })
}
