import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMkt } from '../packages/cli/src/testing/run-mkt.ts'
import { startDnsServer } from '../packages/server/src/testing/dns-server.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../packages/server/src/testing/identity-provider.ts'
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

describe('single sign-on', () => {
  it('is set up, proved and tested in the console, and then brings members in, in the browser and by mkt', async () => {
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
    await page.getByText(/they give: developer/).waitFor()
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
    await ann.page.getByText('You are logged in.').waitFor()
    expect((await tool.ended).json).toMatchObject({ person: 'ann@acme.example', organization: { name: 'acme' } })
    const who = await startMkt(['whoami', '--json'], { cwd: home, env }).ended
    expect(who.json).toMatchObject({ person: { email: 'ann@acme.example' }, organization: { name: 'acme' } })
    rmSync(home, { recursive: true })

    await open(ann.page, '/account')
    await ann.page.getByRole('heading', { level: 1, name: 'Ann' }).waitFor()
    expect(ann.complaints).toEqual([])
    await ann.close()
  }, 180_000)
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
