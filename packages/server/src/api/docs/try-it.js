// "Try it" of the API reference: sends a request to this platform and shows its answer. A key stays in its input: it is not stored,
// and it leaves the page only with a request to the origin that served the page.
const MAX_CHARACTERS = 200_000
const MAX_MS = 10_000
const caller = document.getElementById('caller')
let operations

function make(tag, properties = {}, ...content) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...content.filter((one) => one !== null))
  return element
}

const known = async () => (operations ??= await (await fetch('/docs/assets/operations.json')).json())

/** An input with its label; `id` keeps the two together. */
function labelled(id, label, about, control) {
  control.id = id
  return make(
    'div',
    { className: 'input' },
    make('label', { htmlFor: id }, label),
    control,
    about === '' ? null : make('small', {}, about),
  )
}

function parameterInput(id, { name, in: place, required, choices, about }) {
  const control =
    choices.length === 0
      ? make('input', { autocomplete: 'off', spellcheck: false })
      : make('select', {}, ...['', ...choices].map((one) => new Option(one, one)))
  Object.assign(control, { name: `${place} ${name}`, required })
  return labelled(`${id}-${place}-${name}`, `${name}${required ? '' : ' (optional)'}`, about, control)
}

function bodyInput(id, { body, file }) {
  if (body !== null) {
    const rows = Math.min(16, body.split('\n').length + 1)
    return labelled(`${id}-body`, 'Body', '', make('textarea', { name: 'body', rows, spellcheck: false, value: body }))
  }
  if (file.length === 0) return null
  return labelled(
    `${id}-body`,
    'File',
    '',
    make('input', { type: 'file', name: 'file', accept: file.join(','), required: true }),
  )
}

/** Credentials as chosen above: the session of this browser, an API key, or none. */
function credentials() {
  const given = new FormData(caller)
  if (given.get('as') === 'session') return { credentials: 'same-origin', headers: {} }
  if (given.get('as') === 'nobody') return { credentials: 'omit', headers: {} }
  const bytes = new TextEncoder().encode(`${given.get('clientId')}:${given.get('apiKey')}`)
  return { credentials: 'omit', headers: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } }
}

function requestOf({ method, path, body, file }, form) {
  const given = new FormData(form)
  const url = new URL(location.origin)
  const { headers, ...how } = credentials()
  let filled = path
  for (const [key, value] of given) {
    const [place, name = ''] = key.split(' ')
    if (value === '') continue
    // Dots would lead to another operation than the one that is shown.
    if (place === 'path' && /^\.+$/.test(value)) throw new Error(`"${name}" cannot be made of dots.`)
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    if (place === 'query') url.searchParams.append(name, value)
    if (place === 'header') headers[name] = value
  }
  url.pathname = filled
  if (body !== null) {
    JSON.parse(given.get('body'))
    headers['content-type'] = 'application/json'
  }
  const content = body === null ? (file.length === 0 ? undefined : given.get('file')) : given.get('body')
  return { url, init: { method, headers, ...how, body: content, cache: 'no-store', redirect: 'error' } }
}

/** What came within the time; an answer that never ends is cut. */
async function read(response, stop) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
      text += part.value
      if (text.length > MAX_CHARACTERS) return `${text.slice(0, MAX_CHARACTERS)}\n… cut`
    }
  } catch (error) {
    if (!stop.aborted) throw error
    return `${text}\n… still going on after ${MAX_MS / 1000} s`
  }
  return text
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function send(operation, form, answer) {
  try {
    const { url, init } = requestOf(operation, form)
    if (init.method !== 'GET' && !(await confirmed(`${init.method} ${url.pathname}${url.search}`))) return
    const stop = AbortSignal.timeout(MAX_MS)
    const begun = performance.now()
    answer.replaceChildren(make('p', {}, 'Sending…'))
    const response = await fetch(url, { ...init, signal: stop })
    const text = await read(response, stop)
    const id = response.headers.get('x-request-id')
    const line = `${response.status} ${response.statusText} · ${Math.round(performance.now() - begun)} ms${id ? ` · request ${id}` : ''}`
    answer.replaceChildren(
      make('p', {}, make('strong', { className: response.ok ? 'good' : 'bad' }, line)),
      make('pre', { tabIndex: 0 }, text === '' ? 'No body' : pretty(text)),
    )
  } catch (error) {
    const why = error instanceof SyntaxError ? `The body is not JSON: ${error.message}` : error.message
    answer.replaceChildren(make('p', {}, make('strong', { className: 'bad' }, why)))
  }
}

/** Asks before a request that changes something. */
function confirmed(line) {
  const dialog = make(
    'dialog',
    { ariaLabel: 'Send this request?' },
    make('p', {}, 'This is no rehearsal: it changes data of this platform.'),
    make('p', {}, make('code', {}, line)),
    make(
      'form',
      { method: 'dialog' },
      make('button', { value: 'send' }, 'Send it'),
      make('button', { value: '', autofocus: true }, 'Do not send'),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'send')
    })
  })
}

const callers = {
  session: 'as your session in this browser',
  key: 'with your API key',
  nobody: 'without session or key',
}

/** Says by whom the request will be sent, and leads to where that is chosen. */
function senderLine() {
  const words = make('span')
  const tell = () => {
    words.textContent = `Sent ${callers[new FormData(caller).get('as')]}. `
  }
  caller.addEventListener('input', tell)
  tell()
  return make('p', {}, words, make('a', { href: '#caller' }, 'Change'))
}

async function open(button) {
  const id = button.dataset.operation
  const operation = (await known())[id]
  const answer = make('div', { role: 'status', className: 'answer' })
  const form = make(
    'form',
    { className: 'trial' },
    operation.isPublic ? make('p', {}, 'Anyone may call this: it needs no session and no key.') : senderLine(),
    ...operation.parameters.map((one) => parameterInput(id, one)),
    bodyInput(id, operation),
    make('button', {}, 'Send'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(operation, form, answer)
  })
  button.replaceWith(form, answer)
  form.querySelector('input, select, textarea, button')?.focus()
}

caller.hidden = false
// It is asked for its values and never sent, so that no browser offers to keep the key.
caller.addEventListener('submit', (event) => event.preventDefault())
// A key that is typed is meant to be used.
caller.addEventListener(
  'input',
  ({ target }) => {
    if (target.name === 'clientId' || target.name === 'apiKey') caller.elements.as.value = 'key'
  },
  { capture: true },
)
/** Links and results of the search lead to an operation: it is unfolded. */
function unfold() {
  const place = document.getElementById(location.hash.slice(1))
  if (place === null || !place.matches('details')) return
  place.open = true
  place.scrollIntoView()
}
unfold()
addEventListener('hashchange', unfold)
for (const button of document.querySelectorAll('button.try')) button.hidden = false
document.addEventListener('click', ({ target }) => {
  const button = target.closest('button.try')
  if (button) open(button).catch((error) => button.after(make('p', {}, error.message)))
})
