import { type Html, html } from '../../lib/html.ts'
import type { ScenarioRun } from '../../sim/scenario-runner.ts'
import { SCENARIOS, type ScenarioName } from '../../sim/scenarios.ts'
import { BOOK } from '../../sim/seed-book.ts'
import type { Desk } from '../desk.ts'
import { deskUrl } from './layout.ts'
import { capital, inWords } from './words.ts'

const ABOUT: Record<ScenarioName, string> = {
  'renewal-season': 'Renews each policy of the book once, those that end first before the others.',
  'issue-policies': 'Writes new policies from the quote to the issue.',
  'endorse-policies': 'Writes policies and changes each of them once.',
  claims: 'Sends events of claims that are opened and closed.',
  payments: 'Sends events of invoices and payments.',
}

/** Renewal season first: it is what most people come for. */
const ORDER = Object.keys(ABOUT).filter((name): name is ScenarioName => SCENARIOS.some((one) => one === name))

const number = (name: string, label: string, value: number, most: number, of: string) =>
  html`<label>${label} <input type="number" name="${name}" value="${value}" min="${name === 'seconds' ? 0 : 1}" max="${most}" required aria-label="${label}, ${of}"></label>`

function runRow(desk: Desk, run: ScenarioRun): Html {
  const title = capital(inWords(run.name))
  return html`<li><p><strong>${title}</strong> ${run.done.toLocaleString('en-US')} of ${run.count.toLocaleString('en-US')}${run.failed === 0 ? '' : `, ${run.failed} failed`} <span class="dim">${run.state}</span></p>
<progress max="${run.count}" value="${run.done}" aria-label="${title}"></progress>
${run.lastError === null ? null : html`<p class="bad">${run.lastError}</p>`}
${run.state === 'running' ? html`<form method="post" action="${deskUrl(desk.tenant, 'scenarios', run.id, 'stop')}"><button class="quiet" aria-label="Stop ${title}">Stop</button></form>` : null}</li>`
}

function startForm(desk: Desk, name: ScenarioName): Html {
  const title = capital(inWords(name))
  return html`<li class="card"><h2>${title}</h2><p class="dim">${ABOUT[name]}</p>
<form class="line" method="post" action="${deskUrl(desk.tenant, 'scenarios')}"><input type="hidden" name="name" value="${name}">
${number('count', 'How many', 100, 100_000, title)}${number('seconds', 'Within seconds', 60, 3_600, title)}
<button aria-label="Start ${title}">Start</button></form></li>`
}

/** Many things at once, at the press of a button. */
export function scenariosPage(desk: Desk, runs: readonly ScenarioRun[]): Html {
  const own = runs.filter(({ tenant }) => tenant === desk.tenant.name).toReversed()
  const isRunning = own.some(({ state }) => state === 'running')
  return html`<h1>Scenarios</h1>
<p class="dim">Each calls the applications of this tenant and sends them events, as people at their desks would.</p>
<section id="runs" data-part${isRunning ? html` data-live` : null}${own.length === 0 ? html` hidden` : null}><h2>Runs</h2><ul class="runs">${own.map((run) => runRow(desk, run))}</ul></section>
<ul class="cards">${ORDER.map((name) => startForm(desk, name))}
<li class="card"><h2>Book of policies</h2><p class="dim">Adds issued policies, ${BOOK.toLocaleString('en-US')} at most at once, without calling anybody.</p>
<form class="line" method="post" action="${deskUrl(desk.tenant, 'books')}">${number('policies', 'How many', BOOK, BOOK, 'Book of policies')}<button aria-label="Add a book of policies">Add</button></form></li></ul>`
}
