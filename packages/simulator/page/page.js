import { byId, fill, make, moodWords, requestRow, tenantCard } from './view.js'

const forms = { fire: byId('fire'), scenario: byId('scenario'), mood: byId('mood'), rater: byId('rater') }
let world = { tenants: [], events: { connected: [], enterprise: [] }, scenarios: [] }
/** What was shown last, as text: a list is made again only when it changed, so that nobody loses their place in it. */
const shown = new Map()
let fading

function say(text, bad = false) {
  const notice = byId('notice')
  notice.textContent = text
  notice.toggleAttribute('data-bad', bad)
  clearTimeout(fading)
  if (!bad) fading = setTimeout(() => say('', true), 6000)
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
    say(`${doing}: ${error.message}`, true)
  }
}

function changed(what, value) {
  const text = JSON.stringify(value)
  if (shown.get(what) === text) return false
  shown.set(what, text)
  return true
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
  if (changed('tenants', world.tenants)) byId('tenants').replaceChildren(...world.tenants.map(tenantCard))
}

function showLog(items) {
  // Somebody reads what was sent: it stays until they fold it.
  if (byId('log').querySelector('details[open]')) return
  const wanted = (byId('only-sent').checked ? items.filter((item) => item.direction === 'out') : items).slice(-100)
  byId('log-empty').hidden = wanted.length > 0
  const newest = wanted.at(-1)
  if (changed('log', [wanted.length, wanted[0]?.at, newest?.at, newest?.status]))
    byId('log').replaceChildren(...wanted.reverse().map(requestRow))
}

function showRuns(runs) {
  if (!changed('runs', runs)) return
  const words = (run) =>
    `${run.name}: ${run.done} of ${run.count}, ${run.failed} failed, ${run.state}${run.lastError ? ` (${run.lastError})` : ''}`
  byId('runs').replaceChildren(...runs.toReversed().map((run) => make('li', '', words(run))))
}

function showMood(mood) {
  if (!changed('mood', mood)) return
  for (const name of ['latencyMs', 'failShare']) forms.mood.elements[name].value = String(mood[name])
  for (const name of ['down', 'nonsense']) forms.mood.elements[name].checked = mood[name]
  byId('mood-now').textContent = moodWords(mood)
  byId('mood-now').hidden = moodWords(mood) === ''
}

async function refresh() {
  const [overview, requests, scenarios, mood] = await Promise.all(
    ['', '/requests', '/scenarios', '/mood'].map((path) => call('GET', path)),
  )
  world = overview
  showChoices()
  showTenants()
  showLog(requests.items)
  showRuns(scenarios.items)
  showMood(mood)
}

const text = (form, name) => form.elements[name].value
const number = (form, name) => Number(text(form, name))

function onSubmit(form, doing, work) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    act(doing, work)
  })
}

onSubmit(forms.fire, 'Firing the event', async () => {
  let data
  try {
    data = JSON.parse(text(forms.fire, 'data') || '{}')
  } catch {
    throw new Error('the data is not JSON')
  }
  await call('POST', '/events', { tenant: text(forms.fire, 'tenant'), type: text(forms.fire, 'type'), data })
})
onSubmit(forms.scenario, 'Starting the scenario', () =>
  call('POST', '/scenarios', {
    tenant: text(forms.scenario, 'tenant'),
    name: text(forms.scenario, 'name'),
    count: number(forms.scenario, 'count'),
    seconds: number(forms.scenario, 'seconds'),
  }),
)
onSubmit(forms.mood, 'Applying the faults', () =>
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
byId('reset').addEventListener('click', () => {
  if (confirm('Every policy and registration of the simulator will be gone.'))
    act('Resetting', () => call('POST', '/reset'))
})
byId('clear').addEventListener('click', () => act('Clearing the log', () => call('DELETE', '/requests')))
for (const form of [forms.fire, forms.rater]) form.elements.tenant.addEventListener('change', showChoices)
byId('only-sent').addEventListener('change', () => refresh().catch((error) => say(error.message, true)))

let lost = false
async function look() {
  try {
    await refresh()
    if (lost) say('', true)
    lost = false
  } catch (error) {
    lost = true
    say(`The simulator is out of reach: ${error.message}`, true)
  }
}
await look()
setInterval(look, 1500)
