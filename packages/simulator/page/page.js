const byId = (id) => document.getElementById(id)
const forms = { fire: byId('fire'), scenario: byId('scenario'), mood: byId('mood'), rater: byId('rater') }
let world = { tenants: [], events: { connected: [], enterprise: [] }, scenarios: [] }

function say(text) {
  byId('notice').textContent = text
}

async function call(method, path, body) {
  const response = await fetch(`/_sim${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message ?? `The simulator answered ${response.status}`)
  return answer
}

/** Runs an action and tells how it ended. */
async function act(doing, work) {
  try {
    await work()
    say(`${doing}: done`)
    await refresh()
  } catch (error) {
    say(`${doing}: ${error.message}`)
  }
}

function fill(select, items) {
  const chosen = select.value
  const known = [...select.options].map((option) => option.textContent)
  const same = known.length === items.length && items.every(([value, label], i) => known[i] === (label ?? value))
  if (same) return
  select.replaceChildren(...items.map(([value, label]) => new Option(label ?? value, value)))
  if (items.some(([value]) => value === chosen)) select.value = chosen
}

function cell(content, className) {
  const td = document.createElement('td')
  td.append(content)
  if (className) td.className = className
  return td
}

function row(...cells) {
  const tr = document.createElement('tr')
  tr.append(...cells)
  return tr
}

const tenantOf = (form) => world.tenants.find((item) => item.tenant === form.elements.tenant.value)

function showChoices() {
  const tenants = world.tenants.map((item) => [item.tenant, `${item.name ?? item.tenant} (${item.variant})`])
  for (const form of [forms.fire, forms.scenario]) fill(form.elements.tenant, tenants)
  const connected = world.tenants.filter((item) => item.variant === 'connected')
  fill(
    forms.rater.elements.tenant,
    connected.map((item) => [item.tenant]),
  )
  fill(
    forms.scenario.elements.name,
    world.scenarios.map((name) => [name]),
  )
  const fired = tenantOf(forms.fire)
  if (fired)
    fill(
      forms.fire.elements.type,
      world.events[fired.variant].map((name) => [name]),
    )
  const rated = tenantOf(forms.rater)
  if (!rated) return
  fill(
    forms.rater.elements.product,
    rated.products.map((item) => [item.name, `${item.name} (${item.externalRater ?? 'own rates'})`]),
  )
  const raters = rated.integrations.filter((item) => item.type === 'external_rater')
  fill(forms.rater.elements.rater, [['', 'own rates'], ...raters.map((item) => [item.name])])
}

function showTenants() {
  byId('tenants').replaceChildren(
    ...world.tenants.map((item) =>
      row(
        cell(item.variant),
        cell(item.name ? `${item.name} ${item.tenant}` : item.tenant),
        cell(String(item.policies)),
        cell(item.integrations.map(({ name, type }) => `${name} (${type})`).join(', ')),
        cell(
          item.webhooks
            .map(
              ({ name, suspended, diverted }) =>
                `${name}${suspended ? ' suspended' : ''}${diverted ? `, ${diverted} diverted` : ''}`,
            )
            .join('; '),
        ),
        cell(
          item.autofill.map(({ operation, callSequence }) => `${operation} → ${callSequence.join(', ')}`).join('; '),
        ),
      ),
    ),
  )
}

function details(item) {
  const element = document.createElement('details')
  const summary = document.createElement('summary')
  summary.textContent = item.requestBody?.type ?? item.requestBody?.operation ?? 'show'
  element.append(summary)
  for (const [title, value] of [
    ['sent', item.requestBody],
    ['answered', item.answer ?? item.error ?? null],
  ]) {
    const pre = document.createElement('pre')
    pre.textContent = `${title}: ${JSON.stringify(value, null, 2)}`
    element.append(pre)
  }
  return element
}

function showLog(items) {
  const open = byId('log').querySelector('details[open]')
  if (open) return
  const wanted = byId('only-sent').checked ? items.filter((item) => item.direction === 'out') : items
  byId('log').replaceChildren(
    ...wanted
      .slice(-100)
      .reverse()
      .map((item) =>
        row(
          cell(item.at.slice(11, 23)),
          cell(item.direction === 'out' ? 'sent' : 'received'),
          cell(`${item.method} ${item.url}`),
          cell(String(item.status ?? 'none'), item.status >= 200 && item.status < 300 ? '' : 'bad'),
          cell(String(item.durationMs)),
          cell(details(item)),
        ),
      ),
  )
}

function showRuns(runs) {
  byId('runs').replaceChildren(
    ...runs.toReversed().map((run) => {
      const li = document.createElement('li')
      li.textContent = `${run.name}: ${run.done} of ${run.count}, ${run.failed} failed, ${run.state}${run.lastError ? ` (${run.lastError})` : ''}`
      return li
    }),
  )
}

async function refresh() {
  const [overview, requests, scenarios] = await Promise.all([
    call('GET', ''),
    call('GET', '/requests'),
    call('GET', '/scenarios'),
  ])
  world = overview
  showChoices()
  showTenants()
  showLog(requests.items)
  showRuns(scenarios.items)
}

const text = (form, name) => form.elements[name].value
const number = (form, name) => Number(text(form, name))

function onSubmit(form, doing, work) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    act(doing, work)
  })
}

onSubmit(forms.fire, 'Firing the event', () => {
  const data = JSON.parse(text(forms.fire, 'data') || '{}')
  return call('POST', '/events', { tenant: text(forms.fire, 'tenant'), type: text(forms.fire, 'type'), data })
})
onSubmit(forms.scenario, 'Starting the scenario', () =>
  call('POST', '/scenarios', {
    tenant: text(forms.scenario, 'tenant'),
    name: text(forms.scenario, 'name'),
    count: number(forms.scenario, 'count'),
    seconds: number(forms.scenario, 'seconds'),
  }),
)
onSubmit(forms.mood, 'Setting the mood', () =>
  call('PUT', '/mood', {
    latencyMs: number(forms.mood, 'latencyMs'),
    failShare: number(forms.mood, 'failShare'),
    down: forms.mood.elements.down.checked,
    nonsense: forms.mood.elements.nonsense.checked,
  }),
)
onSubmit(forms.rater, 'Attaching the rater', () =>
  call('PUT', '/raters', {
    tenant: text(forms.rater, 'tenant'),
    product: text(forms.rater, 'product'),
    rater: text(forms.rater, 'rater') || null,
  }),
)
byId('expire').addEventListener('click', () => act('Expiring tokens', () => call('POST', '/expire-tokens')))
byId('reset').addEventListener('click', () => act('Resetting', () => call('POST', '/reset')))
byId('clear').addEventListener('click', () => act('Clearing the log', () => call('DELETE', '/requests')))
for (const form of [forms.fire, forms.rater]) form.elements.tenant.addEventListener('change', showChoices)
byId('only-sent').addEventListener('change', () => act('Reading the log', async () => {}))

await act('Loading', async () => {})
setInterval(() => refresh().catch((error) => say(error.message)), 1500)
