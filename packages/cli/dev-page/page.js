const at = (id) => document.getElementById(id)
const AWAY = 'mkt dev does not answer. Is it still running? This page goes on as soon as it does.'

let facts = { firings: [] }
/** Payloads that somebody changed, by the title of what they are sent as: choosing another one loses none. */
const edited = new Map()

async function ask(path, init) {
  const response = await fetch(path, init).catch(() => undefined)
  if (response === undefined) throw new Error(AWAY)
  const body = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(`mkt dev answered with ${response.status}: ${body.error ?? 'no reason given'}.`)
  return body
}

function element(name, text, properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties)
}

const chosen = () => facts.firings[Number(at('firing').value)]
const sampleOf = (firing) => (firing ? JSON.stringify(firing.payload, null, 2) : '')

function showPayload() {
  const firing = chosen()
  at('payload').value = edited.get(firing?.title) ?? sampleOf(firing)
  at('sample').hidden = !edited.has(firing?.title)
  at('problem').textContent = ''
}

function showFacts() {
  at('name').textContent = `${facts.name} ${facts.version}`
  const tenant = element('a', 'the simulated tenant', { href: `${facts.policySystem}/` })
  at('facts').replaceChildren(`${facts.variant} · settings in ${facts.configuration} · `, tenant)
  const before = at('firing').selectedOptions[0]?.text
  at('firing').replaceChildren(...facts.firings.map(({ title }, index) => new Option(title, String(index))))
  const again = facts.firings.findIndex(({ title }) => title === before)
  at('firing').value = String(Math.max(0, again))
  at('fire').hidden = facts.firings.length === 0
  at('nothing').hidden = facts.firings.length > 0
  showPayload()
}

at('firing').addEventListener('change', showPayload)
at('payload').addEventListener('input', () => {
  edited.set(chosen().title, at('payload').value)
  at('sample').hidden = false
})
at('sample').addEventListener('click', () => {
  edited.delete(chosen().title)
  showPayload()
  at('payload').focus()
})

at('fire').addEventListener('submit', async (event) => {
  event.preventDefault()
  at('problem').textContent = ''
  try {
    const payload = JSON.parse(at('payload').value || 'null')
    const { method, path } = chosen()
    await ask('/_dev/fire', { method: 'POST', body: JSON.stringify({ method, path, payload }) })
  } catch (error) {
    at('problem').textContent =
      error instanceof SyntaxError ? `The payload is not JSON: ${error.message}` : error.message
  }
})

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** As the clock of this machine shows it, and in which zone. */
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** What may be longer than its place can be moved by keyboard. */
const text = (words) => element('pre', words, { tabIndex: 0 })

function replayOf(call) {
  const problem = element('p', '', { className: 'bad', role: 'alert' })
  const again = element('button', 'Replay', { type: 'button', ariaLabel: `Replay ${call.method} ${call.path}` })
  again.addEventListener('click', async () => {
    problem.textContent = ''
    await ask(`/_dev/replay/${call.id}`, { method: 'POST' }).catch((error) => {
      problem.textContent = error.message
    })
  })
  return [again, problem]
}

function show(call) {
  const good = call.status >= 200 && call.status < 300
  const summary = element('summary', `${clock.format(new Date(call.at))} ${call.kind} ${call.method} ${call.path} `)
  const status = call.status === 0 ? 'no answer' : String(call.status)
  summary.append(element('strong', status, { className: good ? 'good' : 'bad' }))
  summary.append(
    ` ${call.durationMs} ms · ${call.stateReads} state ${call.stateReads === 1 ? 'read' : 'reads'}${call.replayOf ? ' · replay' : ''}`,
  )
  const details = document.createElement('details')
  details.append(summary, element('h3', 'Request'), text(pretty(call.requestBody) || '(no body)'))
  details.append(element('h3', call.error ? 'What went wrong' : 'Answer'))
  details.append(text(call.error ?? (pretty(call.answer) || '(empty answer)')), ...replayOf(call))
  const item = document.createElement('li')
  item.append(details)
  return item
}

const showEmpty = () => {
  at('empty').hidden = at('calls').childElementCount > 0
}

/** Calls that were told while the list was being read. */
let meanwhile = []

/** Reads what is there now: at first, and when mkt dev is back after it was away. */
async function load() {
  meanwhile = []
  try {
    const [read, { items }] = await Promise.all([ask('/_dev/facts'), ask('/_dev/calls')])
    facts = read
    showFacts()
    const later = meanwhile.filter(({ id }) => !items.some((one) => one.id === id)).reverse()
    at('calls').replaceChildren(...[...later, ...items].map(show))
    showEmpty()
    at('away').textContent = ''
  } catch (error) {
    at('away').textContent = error.message
  }
}

const stream = new EventSource('/_dev/stream')
stream.addEventListener('open', load)
stream.addEventListener('error', () => {
  at('away').textContent = AWAY
})
stream.addEventListener('message', ({ data }) => {
  const call = JSON.parse(data)
  meanwhile.push(call)
  at('calls').prepend(show(call))
  showEmpty()
})
