import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createClient } from '@mkt/contract/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMkt } from './testing/run-mkt.ts'
import { startTool, type Tool } from './testing/tool.ts'

let tool: Tool
beforeAll(async () => {
  tool = await startTool()
})
afterAll(() => tool.stop())

it('logs a person in by the browser, who is then shown, and logged out on both sides', async () => {
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
