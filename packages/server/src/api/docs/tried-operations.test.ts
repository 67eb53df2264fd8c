import { type Operation, operations } from '@mkt/contract/api'
import { openApiDocument } from '@mkt/contract/openapi'
import Fastify from 'fastify'
import { expect, it, test } from 'vitest'
import { registerDocs } from './docs.ts'
import { exampleOf } from './example-of.ts'
import { triedOperations } from './tried-operations.ts'

const tried = triedOperations(openApiDocument('1.0.0'))

it('lets every operation of the interface be tried, and the page has a button for each', async () => {
  const app = Fastify()
  registerDocs(app)
  const page = (await app.inject({ url: '/docs/api' })).body
  const buttons = [...page.matchAll(/<button[^>]* data-operation="([^"]+)" hidden>Try it/g)].map(([, id]) => id)
  expect(buttons.sort()).toEqual(Object.keys(tried).sort())
  expect(Object.keys(tried).length).toBeGreaterThanOrEqual(Object.keys(operations).length)
  const served = await app.inject({ url: '/docs/assets/operations.json' })
  expect(served.json()).toEqual(tried)
  const script = await app.inject({ url: '/docs/assets/try-it.js' })
  expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
})

/** The texts of one kind of example on the page, by the operation they belong to. */
async function examplesOf(kind: string): Promise<Record<string, string>> {
  const app = Fastify()
  registerDocs(app)
  const page = (await app.inject({ url: '/docs/api' })).body
  const found = page.split('<details class="operation" id="').map((part) => {
    const [, text = ''] = part.match(new RegExp(`<pre tabindex="0" class="${kind}"><code>(.*?)</code>`, 's')) ?? []
    return [part.slice(0, part.indexOf('"')), text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))]
  })
  return Object.fromEntries(found.slice(1))
}

it('shows every operation as a command that names its address, read without a script', async () => {
  const commands = await examplesOf('curl')
  expect(Object.keys(commands).sort()).toEqual(Object.keys(tried).sort())
  for (const [id, { method, path }] of Object.entries(tried)) {
    const way = new RegExp(
      `^curl${method === 'GET' ? '' : ` -X ${method}`} "\\$MKT_URL${path.replace(/\{\w+\}/g, '\\$\\w+')}`,
    )
    expect(commands[id]).toMatch(way)
  }
  expect(commands.createListing).toContain('-u "$MKT_CLIENT_ID:$MKT_API_KEY"')
  expect(commands.changePassword).toContain('-H "authorization: Bearer $MKT_TOKEN"')
  expect(commands.signIn).not.toMatch(/-u |authorization/)
})

it('shows an answer of every operation, and each is one that the contract takes', async () => {
  const answers = await examplesOf('answer-example')
  const wrong = Object.entries(operations as Record<string, Operation>).flatMap(([id, { answer }]) => {
    const [head = '', json = ''] = (answers[id] ?? '').split('\n\n')
    if (!head.startsWith(`HTTP/1.1 ${answer.status}`)) return [`${id}: ${head}`]
    const issues = answer.schema?.safeParse(JSON.parse(json)).error?.issues ?? []
    return issues.map(({ path, message }) => `${id} ${path.join('.')}: ${message}`)
  })
  expect(wrong).toEqual([])
})

it('begins with a body that holds what is required', () => {
  expect(JSON.parse(tried.createListing?.body ?? '')).toEqual({
    ...{ appName: 'app-name', title: 'title', variant: 'connected' },
  })
  for (const [id, { body, method }] of Object.entries(tried))
    if (body !== null) expect([id, method === 'GET', JSON.parse(body) === null]).toEqual([id, false, false])
})

it('says which operations need neither session nor key', () => {
  expect([tried.signIn?.isPublic, tried.createListing?.isPublic]).toEqual([true, false])
})

it('asks for every part of a path, and for the revision that a change is made to', () => {
  for (const [id, { path, parameters }] of Object.entries(tried)) {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const asked = parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name)
    expect([id, asked.sort()]).toEqual([id, parts.sort()])
    expect(parameters.map(({ name }) => name.toLowerCase())).not.toContain('idempotency-key')
  }
  const headers = Object.values(tried).flatMap(({ parameters }) => parameters.filter((one) => one.in === 'header'))
  expect(new Set(headers.map(({ name }) => name.toLowerCase()))).toEqual(new Set(['if-match']))
})

test.each([
  [{ enum: ['a', 'b'] }, 'a'],
  [{ type: 'string', format: 'email' }, 'somebody@example.com'],
  [{ type: ['integer', 'null'], minimum: 5 }, 5],
  [{ anyOf: [{ type: 'null' }, { type: 'boolean' }] }, false],
  [{ type: 'array', items: { type: 'string' }, minItems: 1 }, ['text']],
  [{ $ref: '#/components/schemas/Deep' }, null],
])('%j has the example %j', (schema, example) => {
  const deep = { Deep: { $ref: '#/components/schemas/Deep' } }
  expect(exampleOf(schema, deep)).toEqual(example)
})
