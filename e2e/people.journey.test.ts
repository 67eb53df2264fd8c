import { createClient } from '@mkt/contract/client'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from './testing/accessible.ts'
import { open, openBrowser, visit } from './testing/browser.ts'
import { type RunningPlatform, startPlatform } from './testing/platform.ts'
import { launchSampleApp } from './testing/sample-installation.ts'

let platform: RunningPlatform
let browser: Browser
let sample: Awaited<ReturnType<typeof launchSampleApp>>

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  sample = await launchSampleApp(platform, 'sample', 'correct-horse-battery-staple')
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
}, 60_000)

/** A colleague of the publisher in a role. */
async function colleague(role: 'operations' | 'viewer') {
  const email = `${role}@mkt.test`
  const password = 'a long enough password'
  const org = platform.publisher.organization.id
  const { link } = await sample.client.inviteMember({ params: { org }, body: { email, role } })
  const invitation = new URL(link).hash.slice(1)
  await createClient({ baseUrl: platform.apiUrl }).signUp({ body: { email, password, name: role, invitation } })
  return { email, password }
}

describe('people', () => {
  it('who run installations send a test event, see it arrive, and keep what they typed', async () => {
    const as = await colleague('operations')
    const { page, complaints, close } = await visit(browser, platform.apiUrl, { as })
    await open(page, '/manage')
    await page.waitForURL('**/o/acme/manage')
    await expectAccessible(page)
    await page.getByRole('link', { name: sample.installation.name, exact: true }).click()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('The event arrived').waitFor()
    await expectAccessible(page)
    const uninstall = page.getByRole('button', { name: 'Uninstall' })
    expect(await uninstall.getAttribute('aria-disabled')).toBe('true')
    await uninstall.hover()
    await page
      .getByRole('tooltip')
      .filter({ hasText: /Only owners, admins, and developers of .* can do this/ })
      .waitFor()

    await page.getByRole('link', { name: 'Configuration', exact: true }).click()
    const sender = page.getByRole('textbox', { name: /Sender/ })
    await sender.fill('typed@acme.test')
    await page.getByText('1 change', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Log', exact: true }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    // The other page is there: only then is the form gone.
    await page.getByRole('textbox', { name: 'Search the log' }).waitFor()
    await page.goBack()
    await page.getByText('Your unsaved changes from last time are back.').waitFor()
    expect(await sender.inputValue()).toBe('typed@acme.test')
    expect(complaints).toEqual([])
    await close()
  })

  it('who operate the platform see its signals and find a person by search', async () => {
    const { page, complaints, close } = await visit(browser, platform.apiUrl, { as: platform.operator })
    await open(page, '/')
    await page.getByText('Requests', { exact: false }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /people/ }).fill(platform.customer.email)
    await page.getByRole('option', { name: new RegExp(platform.customer.email) }).click()
    await page.waitForURL('**/operate/people?**')
    await page
      .getByRole('cell', { name: new RegExp(platform.customer.email) })
      .first()
      .waitFor()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })
})
