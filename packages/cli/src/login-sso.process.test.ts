import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createClient } from '@mkt/contract/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stepAt, totpCode } from '../../server/src/domain/identity/totp.ts'
import { startMkt } from './testing/run-mkt.ts'
import { startTool, type Tool } from './testing/tool.ts'

let tool: Tool
beforeAll(async () => {
  tool = await startTool()
})
afterAll(() => tool.stop())

it('logs a person in by the browser, who is then shown, deploys, and is logged out on both sides', async () => {
  const { root, platform } = tool
  const env = { HOME: root, MKT_URL: platform.url, DISPLAY: ':0' }
  const running = startMkt(['login', '--sso', '--json'], { cwd: root, env })
  let said = ''
  while (!/challenge=\S+/.test(said))
    said += String((await once(running.child.stderr as NodeJS.ReadableStream, 'data'))[0])
  const address = new URL(/https?:\S+/.exec(said)?.[0] ?? '')
  expect(address.origin + address.pathname).toBe(`${platform.url}/tool`)
  const { port, state, challenge } = Object.fromEntries(address.searchParams) as Record<string, string>

  // Somebody else's page on this machine is not listened to.
  expect((await fetch(`http://127.0.0.1:${port}/?code=x&state=y`)).status).toBe(404)

  // What the console does when the person approves.
  const { email, password } = platform.owner
  const { token } = await createClient({ baseUrl: platform.url }).signIn({ body: { email, password } })
  const browser = createClient({ baseUrl: platform.url, authorization: () => `Bearer ${token}` })
  const { code } = await browser.approveTool({ body: { organization: 'acme', challenge: challenge ?? '' } })
  const back = await fetch(`http://127.0.0.1:${port}/?${new URLSearchParams({ code, state: state ?? '' })}`)
  expect(await back.text()).toContain('You are logged in')
  const ran = await running.ended
  expect(ran.json).toMatchObject({ organization: { name: 'acme' }, person: email })
  expect(ran.stdout).not.toContain('mse_')

  const whoami = await startMkt(['whoami', '--json'], { cwd: root, env }).ended
  expect(whoami.json).toMatchObject({ organization: { name: 'acme' }, person: { email } })
  const listings = await startMkt(['listings', '--json'], { cwd: root, env }).ended
  expect(listings.code).toBe(0)
  const { dir } = await tool.app('by-a-person')
  const cached = { ...env, XDG_CACHE_HOME: tool.env.XDG_CACHE_HOME ?? '' }
  const deployed = await startMkt(['deploy', '--no-try', '--no-wait', '--json'], { cwd: dir, env: cached }).ended
  expect(deployed).toMatchObject({ code: 0, json: { release: { version: '1.0.0' } } })
  const audit = await startMkt(['audit', 'export', '--jsonl', '--json'], { cwd: root, env }).ended
  const rows = (audit.json as { text: string }).text.trim().split('\n')
  expect(rows.every((row) => typeof JSON.parse(row).action === 'string')).toBe(true)

  const stored = JSON.parse(readFileSync(`${root}/.config/mkt/profiles.json`, 'utf8')).profiles.default.token
  expect((await startMkt(['logout', '--json'], { cwd: root, env }).ended).json).toMatchObject({ loggedOut: true })
  const over = createClient({ baseUrl: platform.url, authorization: () => `Bearer ${stored}` })
  await expect(over.getMe()).rejects.toMatchObject({ status: 401 })
  rmSync(`${root}/.config`, { recursive: true })
})

it('logs a person in by a code where no browser can be opened', async () => {
  const { root, platform } = tool
  const env = { HOME: root, MKT_URL: platform.url }
  const running = startMkt(['login', '--sso', '--json'], { cwd: root, env })
  let said = ''
  while (!/[A-Z]{4}-[A-Z]{4}/.test(said))
    said += String((await once(running.child.stderr as NodeJS.ReadableStream, 'data'))[0])
  expect(said).toContain(`${platform.url}/device`)
  const userCode = /[A-Z]{4}-[A-Z]{4}/.exec(said)?.[0] ?? ''

  const { email, password } = platform.owner
  const { token } = await createClient({ baseUrl: platform.url }).signIn({ body: { email, password } })
  const browser = createClient({ baseUrl: platform.url, authorization: () => `Bearer ${token}` })
  await browser.decideDevice({ body: { userCode, approve: true, organization: 'acme' } })
  const ran = await running.ended
  expect(ran.json).toMatchObject({ organization: { name: 'acme' }, person: email })
  const whoami = await startMkt(['whoami', '--json'], { cwd: root, env }).ended
  expect(whoami.json).toMatchObject({ organization: { name: 'acme' }, person: { email } })
  rmSync(`${root}/.config`, { recursive: true })
})

it('proves a factor in a session that began by a code, before what asks for a fresh one', async () => {
  const { root, platform } = tool
  const env = { HOME: root, MKT_URL: platform.url }
  const mkt = (args: string[], input = '') => startMkt([...args, '--json'], { cwd: root, env, input }).ended
  const { email, password } = platform.owner
  const { token } = await createClient({ baseUrl: platform.url }).signIn({ body: { email, password } })
  const browser = createClient({ baseUrl: platform.url, authorization: () => `Bearer ${token}` })
  const { uri } = await browser.beginTotp()
  const secret = fromBase32(new URL(uri).searchParams.get('secret') ?? '')
  const { recoveryCodes } = await browser.confirmTotp({ body: { code: totpCode(secret, stepAt(new Date())) } })

  const running = startMkt(['login', '--sso', '--json'], { cwd: root, env })
  let said = ''
  while (!/[A-Z]{4}-[A-Z]{4}/.test(said))
    said += String((await once(running.child.stderr as NodeJS.ReadableStream, 'data'))[0])
  const userCode = /[A-Z]{4}-[A-Z]{4}/.exec(said)?.[0] ?? ''
  await browser.decideDevice({ body: { userCode, approve: true, organization: 'acme' } })
  await running.ended

  const create = () => mkt(['api', '/organizations/acme/api-keys', '-d', '{"name":"ci"}'])
  const refused = await create()
  expect(refused.json).toMatchObject({
    error: { code: 'step_up_required', fix: expect.stringContaining('mkt login --step-up') },
  })
  const wrong = await mkt(['login', '--step-up'], '000000\n')
  expect(wrong).toMatchObject({ code: 1, json: { error: { code: 'factor_wrong' } } })
  expect(await mkt(['login', '--step-up'])).toMatchObject({ code: 2 })
  expect(await mkt(['login', '--step-up'], `${recoveryCodes[0]}\n`)).toMatchObject({ code: 0, json: { fresh: true } })
  expect((await create()).code).toBe(0)
  const byKey = await startMkt(['login', '--step-up', '--json'], { cwd: root, env: tool.env, input: '000000\n' }).ended
  expect(byKey.json).toMatchObject({ error: { code: 'not_a_person' } })
  rmSync(`${root}/.config`, { recursive: true })
})

function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
