import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@mkt/contract/client'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMkt } from '../packages/cli/src/testing/run-mkt.ts'
import { stepAt, totpCode } from '../packages/server/src/domain/identity/totp.ts'
import {
  startIdentityProvider,
  type TestIdentityProvider,
} from '../packages/server/src/testing/identity/identity-provider.ts'
import { startDnsServer } from '../packages/server/src/testing/outside/dns-server.ts'
import { expectAccessible } from './testing/accessible.ts'
import { open, openBrowser, visit } from './testing/browser.ts'
import { type RunningPlatform, startPlatform } from './testing/platform.ts'

let platform: RunningPlatform
let browser: Browser
let idp: TestIdentityProvider
let dns: Awaited<ReturnType<typeof startDnsServer>>

beforeAll(async () => {
  dns = await startDnsServer()
  platform = await startPlatform({ env: { MKT_DNS_SERVERS: dns.address, MKT_ALLOW_ADDRESSES: '127.0.0.1' } })
  idp = await startIdentityProvider({ redirectUri: `${platform.apiUrl}/sso/callback` })
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
}, 60_000)

/** The base layer is the same for everybody; making it again would take longest. */
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')

/** The owner sets up a factor and requires one of everybody. */
async function requireFactor(): Promise<void> {
  const { email, password } = platform.publisher
  const { token } = await createClient({ baseUrl: platform.apiUrl }).signIn({ body: { email, password } })
  const owner = createClient({ baseUrl: platform.apiUrl, authorization: () => `Bearer ${token}` })
  const { secret } = await owner.beginTotp()
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  await owner.confirmTotp({ body: { code: totpCode(bytes, stepAt(new Date())) } })
  await owner.changeSignInPolicy({ params: { org: 'acme' }, body: { requireMfa: true } })
}
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

describe('single sign-on', () => {
  it('is set up, proved and tested in the console, and then brings members in, in the browser and by mkt, which deploys', async () => {
    const owner = await visit(browser, platform.apiUrl, { as: platform.publisher })
    const { page } = owner
    await open(page, '/organization/sign-in')
    const form = page.getByRole('region', { name: 'OpenID Connect' })
    await form.getByLabel('Issuer').fill(idp.issuer)
    await form.getByLabel('Client ID').fill('mkt')
    await form.getByLabel('Client secret').fill('the client secret')
    await form.getByRole('button', { name: 'Add a group' }).click()
    await form.getByRole('textbox', { name: 'Group 1' }).fill('mkt-devs')
    await form.getByRole('combobox', { name: 'Role 1' }).click()
    await page.getByRole('option', { name: 'Developer' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The connection is saved. Test it next.').waitFor()

    const domains = page.getByRole('region', { name: 'Domains' })
    await domains.getByLabel('Domain').fill('acme.example')
    await domains.getByRole('button', { name: 'Add' }).click()
    const name = await domains.getByRole('textbox', { name: /Name of the TXT record/ }).inputValue()
    const value = await domains.getByRole('textbox', { name: /Value of the TXT record/ }).inputValue()
    await domains.getByRole('button', { name: 'Verify: acme.example' }).click()
    await domains.getByText(/was not found/).waitFor()
    dns.records.set(name, [value])
    await domains.getByRole('button', { name: 'Verify: acme.example' }).click()
    await domains.getByText('Verified', { exact: true }).waitFor()
    await expectAccessible(page)

    idp.claims = { sub: 'ann', email: 'ann@acme.example', name: 'Ann', groups: ['mkt-devs'] }
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await page.getByRole('button', { name: /Sign in at the provider/ }).click()
    await page.getByRole('heading', { name: 'The connection works' }).waitFor()
    await page.getByText('1 group gives the role developer.').waitFor()
    await owner.close()

    const home = mkdtempSync(join(tmpdir(), 'mkt-sso-'))
    // A machine with a browser: without one the tool signs in by a code.
    const env = { HOME: home, MKT_URL: platform.apiUrl, BROWSER: 'true' }
    const tool = startMkt(['login', '--sso', '--json'], { cwd: home, env })
    let said = ''
    while (!/challenge=\S+/.test(said)) said += String((await once(tool.child.stderr as never, 'data'))[0])

    // Nobody is signed in yet: the page of the tool leads to the provider and back.
    const ann = await visit(browser, platform.apiUrl)
    await ann.page.goto(/https?:\S+/.exec(said)?.[0] ?? '')
    await ann.page.getByLabel('Email').fill('ann@acme.example')
    await ann.page.getByRole('button', { name: 'Use single sign-on' }).click()
    await ann.page.getByRole('button', { name: 'Approve' }).click()
    await ann.page.getByText('You are logged in').waitFor()
    expect((await tool.ended).json).toMatchObject({ person: 'ann@acme.example', organization: { name: 'acme' } })
    const who = await startMkt(['whoami', '--json'], { cwd: home, env }).ended
    expect(who.json).toMatchObject({ person: { email: 'ann@acme.example' }, organization: { name: 'acme' } })
    const dir = join(home, 'app')
    const run = (cwd: string, ...args: string[]) =>
      startMkt([...args, '--json'], { cwd, env: { ...env, XDG_CACHE_HOME: cache } }).ended
    expect(await run(home, 'init', 'app', '--name', 'acme/by-ann')).toMatchObject({ code: 0 })
    const words = { title: 'By Ann', variant: 'connected', about: 'a', requirements: 'r' }
    const listing = { appName: 'by-ann', ...words }
    const made = await run(home, 'api', '/organizations/acme/listings', '-d', JSON.stringify(listing))
    const { id } = made.json.body as { id: string }
    expect(await run(home, 'api', `/listings/${id}/publish`, '-X', 'POST')).toMatchObject({ code: 0 })
    expect(await run(dir, 'deploy', '--no-try', '--no-wait')).toMatchObject({ code: 0 })
    rmSync(home, { recursive: true })

    await open(ann.page, '/account')
    await ann.page.getByRole('heading', { level: 1, name: 'Ann' }).waitFor()
    const link = ann.page.getByRole('region', { name: 'Single sign-on' })
    await link.getByText(/ann@acme.example at/).waitFor()
    await expectAccessible(ann.page)
    expect(ann.complaints).toEqual([])
    await ann.close()
  }, 180_000)

  it('goes on when the provider changes its keys, takes its second factor, and refuses an expired token in words', async () => {
    idp.rotateKeys()
    await requireFactor()
    const signInAs = async (claims: TestIdentityProvider['claims']) => {
      idp.claims = claims
      const visitor = await visit(browser, platform.apiUrl)
      await open(visitor.page, '/sign-in')
      await visitor.page.getByLabel('Email').fill('ann@acme.example')
      await visitor.page.getByRole('button', { name: 'Use single sign-on' }).click()
      return visitor
    }
    const known = { sub: 'ann', email: 'ann@acme.example', groups: ['mkt-devs'] }
    const may = async (visitor: Awaited<ReturnType<typeof visit>>) => {
      await visitor.page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(async () => (await visitor.page.request.get('/api/v1/me')).status()).toBe(200)
      const me = (await (await visitor.page.request.get('/api/v1/me')).json()) as { organizations: object[] }
      await visitor.close()
      return me.organizations.length
    }
    expect(await may(await signInAs(known))).toBe(0)
    expect(await may(await signInAs({ ...known, amr: ['pwd', 'mfa'] }))).toBe(1)
    idp.idTokenSeconds = -60
    const late = await signInAs(known)
    await late.page
      .getByText(/The provider did not sign you in/)
      .first()
      .waitFor()
    idp.idTokenSeconds = 3600
    await late.close()
  }, 120_000)
})

describe('a passkey', () => {
  it('is made on the account page and signs in without a password', async () => {
    // Browsers allow passkeys on localhost, and on no address.
    const site = platform.apiUrl.replace('127.0.0.1', 'localhost')
    const { page, complaints, close } = await visit(browser, site, { as: platform.customer })
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await open(page, '/account')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('This laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'I stored them' }).click()
    await page.getByText('This laptop', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.context().clearCookies()
    await open(page, '/sign-in')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await open(page, '/account')
    await page
      .getByText(/Last used/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
    await close()
  }, 120_000)
})
