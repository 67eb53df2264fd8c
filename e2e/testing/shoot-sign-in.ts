import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { runIdentityProvider } from '../../packages/server/src/testing/identity/run-identity-provider.ts'
import { runDnsServer } from '../../packages/server/src/testing/outside/run-dns-server.ts'
import { open, visit } from './browser.ts'
import { startPlatform } from './platform.ts'

interface Provider {
  issuer: string
  clientId: string
  group?: string
  trustMfa?: true
}

/** What is entered for each provider, as its guide says. */
const providers: Record<string, Provider> = {
  entra: {
    issuer: 'https://login.microsoftonline.com/8f2b7d1c-5e6a-4c0f-9d3e-1a2b3c4d5e6f/v2.0',
    clientId: '3f1c2a9e-8c1d-4f5e-9b7a-0d2c4e6f8a1b',
    group: '0b9c1f64-2d7e-4a53-8f10-6c5d4e3f2a1b',
  },
  okta: { issuer: 'https://northwind.okta.com', clientId: '0oab1c2d3E4f5G6h7i8j', group: 'mkt-developers' },
  keycloak: { issuer: 'https://login.northwind.example/realms/staff', clientId: 'mkt', group: 'mkt-developers' },
  google: {
    issuer: 'https://accounts.google.com',
    clientId: '402853761190-k3v9m2n4p6q8.apps.googleusercontent.com',
    trustMfa: true,
  },
}

/** Takes the pictures of the guide to signing in, from a platform without a demo. */
export async function shootSignIn(browser: Browser, folder: string): Promise<void> {
  const dns = await runDnsServer()
  const platform = await startPlatform({ env: { MKT_DNS_SERVERS: dns.address, MKT_ALLOW_ADDRESSES: '127.0.0.1' } })
  const { idp, stop } = await runIdentityProvider({ redirectUri: `${platform.apiUrl}/sso/callback` })
  try {
    const { page, close } = await visit(browser, platform.apiUrl, { as: platform.customer })
    const shoot = (name: string, region: string) =>
      page.getByRole('region', { name: region }).screenshot({ path: resolve(folder, `sign-in-${name}.png`) })
    for (const [name, provider] of Object.entries(providers)) {
      await open(page, '/organization/sign-in')
      await fill(page, provider)
      await shoot(name, 'OpenID Connect')
    }
    await open(page, '/organization/sign-in')
    await fill(page, { issuer: idp.issuer, clientId: 'mkt', group: 'mkt-developers' }, 'the client secret')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The connection is saved. Test it next.').waitFor()
    // It would stand over the next picture.
    await page.getByRole('button', { name: 'Close' }).click()
    const domains = page.getByRole('region', { name: 'Domains' })
    await domains.getByLabel('Domain').fill('northwind.example')
    await domains.getByRole('button', { name: 'Add' }).click()
    const record = domains.getByRole('textbox', { name: /Name of the TXT record/ })
    await record.waitFor()
    await shoot('domain', 'Domains')
    const value = await domains.getByRole('textbox', { name: /Value of the TXT record/ }).inputValue()
    dns.records.set(await record.inputValue(), [value])
    await domains.getByRole('button', { name: 'Verify: northwind.example' }).click()
    await domains.getByText('Verified', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Create a token' }).click()
    await page.getByRole('button', { name: 'I stored it' }).click()
    await shoot('scim', 'Provisioning (SCIM 2.0)')
    idp.claims = { sub: 'ann', email: 'ann@northwind.example', name: 'Ann', groups: ['mkt-developers'] }
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await page.getByRole('button', { name: /Sign in at the provider/ }).click()
    await page.getByRole('heading', { name: 'The connection works' }).waitFor()
    await page.screenshot({ path: resolve(folder, 'sign-in-test.png') })
    await open(page, '/account')
    await page.getByRole('region', { name: 'Single sign-on' }).getByRole('button', { name: 'Link' }).click()
    await page.getByRole('button', { name: 'Unlink' }).waitFor()
    await shoot('link', 'Single sign-on')
    await close()
  } finally {
    await stop()
    await dns.stop()
    await platform.stop()
  }
}

async function fill(page: Page, { issuer, clientId, group, trustMfa }: Provider, secret = 'x'.repeat(40)) {
  const form = page.getByRole('region', { name: 'OpenID Connect' })
  await form.getByLabel('Issuer').waitFor()
  // What was entered for the provider before this one is kept as a draft.
  const discard = form.getByRole('button', { name: 'Discard them' })
  if (await discard.isVisible()) await discard.click()
  await form.getByLabel('Issuer').fill(issuer)
  await form.getByLabel('Client ID').fill(clientId)
  await form.getByLabel('Client secret').fill(secret)
  if (trustMfa) await form.getByLabel('The provider always asks for a second factor').check()
  if (group === undefined) return
  await form.getByRole('button', { name: 'Add a group' }).click()
  await form.getByRole('textbox', { name: 'Group 1' }).fill(group)
  await form.getByRole('combobox', { name: 'Role 1' }).click()
  await page.getByRole('option', { name: 'Developer' }).click()
}
