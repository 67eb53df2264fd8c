// What the page shows, made of elements: no text of others ever becomes markup.

export const byId = (id) => document.getElementById(id)

/** An element with a class and what it holds. */
export function make(tag, className, ...content) {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...content.filter((one) => one !== null))
  return element
}

/** Sets the choices of a list, and leaves what was chosen as it is where it still can be. */
export function fill(select, items) {
  const chosen = select.value
  const known = [...select.options].map((option) => option.textContent)
  const same = known.length === items.length && items.every(([value, label], i) => known[i] === (label ?? value))
  if (same) return
  select.replaceChildren(...items.map(([value, label]) => new Option(label ?? value, value)))
  if (items.some(([value]) => value === chosen)) select.value = chosen
}

function folded(title, names) {
  if (names.length === 0) return null
  const list = make('ul', 'names', ...names.map((name) => make('li', '', name)))
  return make('details', '', make('summary', '', `${title} (${names.length})`), list)
}

function hookWords({ name, suspended, diverted }) {
  return `${name}${suspended ? ', suspended' : ''}${diverted ? `, ${diverted} diverted` : ''}`
}

/** A tenant with what is registered in it. */
export function tenantCard(item) {
  const lists = [
    folded(
      'Integrations',
      item.integrations.map(({ name, type, url }) => `${name} (${type}) ${url ?? ''}`),
    ),
    folded('Webhooks', item.webhooks.map(hookWords)),
    folded(
      'Autofill',
      item.autofill.map(({ operation, callSequence }) => `${operation} → ${callSequence.join(', ')}`),
    ),
  ].filter((one) => one !== null)
  const count = item.policies === 1 ? '1 policy' : `${item.policies} policies`
  return make(
    'li',
    'tenant',
    make('h3', '', item.name ?? item.tenant, make('span', 'tag', item.variant), make('span', 'dim', count)),
    item.name ? make('div', 'dim', item.tenant) : null,
    ...(lists.length > 0 ? lists : [make('div', 'dim', 'Nothing is registered.')]),
  )
}

/** A request with what was sent and answered, folded away. */
export function requestRow(item) {
  const good = item.status >= 200 && item.status < 300
  const body = make('details', '', make('summary', '', item.requestBody?.type ?? item.requestBody?.operation ?? 'Show'))
  for (const [title, value] of [
    ['sent', item.requestBody],
    ['answered', item.answer ?? item.error ?? null],
  ])
    body.append(make('pre', '', `${title}: ${JSON.stringify(value, null, 2)}`))
  return make(
    'li',
    'request',
    make('span', 'dim', item.at.slice(11, 23)),
    make('span', 'dim', item.direction === 'out' ? 'sent' : 'received'),
    make('span', 'url', `${item.method} ${item.url}`),
    make('span', good ? '' : 'bad', String(item.status ?? 'none')),
    make('span', 'dim', `${item.durationMs} ms`),
    body,
  )
}

/** In words, what is wrong with the policy system on purpose; nothing while all is well. */
export function moodWords({ down, nonsense, latencyMs, failShare, loseShare }) {
  return [
    down ? 'down' : '',
    nonsense ? 'answers nonsense' : '',
    latencyMs > 0 ? `${latencyMs} ms slower` : '',
    failShare > 0 ? `${Math.round(failShare * 100)} % fail` : '',
    loseShare > 0 ? `${Math.round(loseShare * 100)} % of the answers are lost` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
