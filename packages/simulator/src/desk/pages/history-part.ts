import type { LoggedRequest } from '../../core/request-log.ts'
import { type Html, html } from '../../lib/html.ts'
import type { HistoryItem } from '../history-of.ts'
import { moment } from './words.ts'

const SHOWN_CHARACTERS = 20_000

/** A body as it was, indented; a very long one is cut. */
function body(title: string, value: unknown): Html | null {
  if (value === null || value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const cut = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}\n…` : text
  return html`<p class="dim">${title}</p><pre tabindex="0">${cut}</pre>`
}

function call(one: LoggedRequest): Html {
  const isGood = one.status !== null && one.status >= 200 && one.status < 300
  return html`<li class="call"><details>
<summary><code>${one.name ?? one.url}</code> <span class="badge ${isGood ? 'good' : 'bad'}">${one.status === null ? 'No answer' : `Answered ${one.status}`}</span> <span class="dim">${one.durationMs} ms</span></summary>
${one.requestId === undefined ? null : html`<p class="dim">Request id <code>${one.requestId}</code></p>`}
${one.error === undefined ? null : html`<p class="bad">${one.error}</p>`}
${body('Sent', one.requestBody)}${body('Answered', one.answer)}
</details></li>`
}

const item = ({ at, title, by, note, calls }: HistoryItem): Html =>
  html`<li><p><strong>${title}</strong>${by === null ? null : html` <span class="dim">by ${by}</span>`}</p>
<p class="dim">${moment(at)}</p>
${note === null ? null : html`<p class="dim">${note}</p>`}${calls.length === 0 ? null : html`<ul>${calls.map(call)}</ul>`}</li>`

/** What happened to a policy, newest first, with what applications were sent and answered. */
export function historyPart(items: readonly HistoryItem[]): Html {
  const isPending = items.some((one) => one.isPending)
  return html`<section class="history" id="history" data-part${isPending ? html` data-live` : null} aria-labelledby="history-title">
<h2 id="history-title">History</h2>
${items.length === 0 ? html`<p class="dim">Nothing is known. Events and calls are kept until the simulator ends.</p>` : html`<ol>${items.map(item)}</ol>`}
</section>`
}
