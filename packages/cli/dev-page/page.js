const at = (id) => document.getElementById(id)

const facts = await (await fetch('/_dev/facts')).json()
at('name').textContent = `${facts.name} ${facts.version}`
at('facts').append(`${facts.variant} · settings in ${facts.configuration} · `)
const link = document.createElement('a')
link.href = `${facts.policySystem}/`
link.textContent = 'the simulated tenant'
at('facts').append(link)

for (const [index, firing] of facts.firings.entries()) at('firing').add(new Option(firing.title, String(index)))
const chosen = () => facts.firings[Number(at('firing').value)]
const showPayload = () => {
  at('payload').value = chosen() ? JSON.stringify(chosen().payload, null, 2) : ''
}
at('firing').addEventListener('change', showPayload)
showPayload()
at('fire').hidden = facts.firings.length === 0
at('nothing').hidden = facts.firings.length > 0

at('fire').addEventListener('submit', async (event) => {
  event.preventDefault()
  at('problem').textContent = ''
  try {
    await fire(JSON.parse(at('payload').value || 'null'))
  } catch (error) {
    at('problem').textContent =
      error instanceof SyntaxError
        ? `The payload is not JSON: ${error.message}`
        : 'mkt dev does not answer. Is it still running?'
  }
})

function fire(payload) {
  const { method, path } = chosen()
  return fetch('/_dev/fire', { method: 'POST', body: JSON.stringify({ method, path, payload }) })
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function element(name, text, className) {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}

/** As the clock of this machine shows it. */
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

function show(call) {
  at('empty').hidden = true
  const good = call.status >= 200 && call.status < 300
  const summary = element('summary', `${clock.format(new Date(call.at))} ${call.kind} ${call.method} ${call.path} `)
  summary.append(element('strong', call.status === 0 ? 'no answer' : String(call.status), good ? 'good' : 'bad'))
  summary.append(
    ` ${call.durationMs} ms · ${call.stateReads} state ${call.stateReads === 1 ? 'read' : 'reads'}${call.replayOf ? ' · replay' : ''}`,
  )
  const again = element('button', 'Replay')
  again.addEventListener('click', () => fetch(`/_dev/replay/${call.id}`, { method: 'POST' }))
  const details = document.createElement('details')
  details.append(summary, element('h3', 'Request'), element('pre', pretty(call.requestBody) || '(no body)'))
  details.append(element('h3', call.error ? 'What went wrong' : 'Answer'))
  details.append(element('pre', call.error ?? (pretty(call.answer) || '(empty answer)')), again)
  const item = document.createElement('li')
  item.append(details)
  return item
}

const { items } = await (await fetch('/_dev/calls')).json()
at('calls').append(...items.map(show))
new EventSource('/_dev/stream').addEventListener('message', ({ data }) => at('calls').prepend(show(JSON.parse(data))))
