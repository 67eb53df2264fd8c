import type { Page } from 'playwright-core'
import type { RunningPlatform } from '../platform.ts'
import type { Shots } from './console-shots.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The desk of the simulated policy system, from the list of tenants to a claim and a page that is not there. */
export function deskShots({ simulator }: RunningPlatform): Shots {
  const { apiUrl, hostName } = simulator.connected
  const desk = `${apiUrl}/desk/${hostName}`
  const enterprise = `${apiUrl}/desk/${simulator.enterprise.tenantLocator}`
  const quote = async (page: Page) => {
    await page.getByLabel('Begin with sample data').check()
    await press(page, 'Continue')
    await page.getByLabel('Vehicle identification number').waitFor()
  }
  const saved = async (page: Page) => {
    await quote(page)
    await press(page, 'Create the quote')
    await page.getByRole('button', { name: 'Price', exact: true }).waitFor()
  }
  const priced = async (page: Page) => {
    await saved(page)
    await press(page, 'Price')
  }
  const issued = async (page: Page) => {
    await priced(page)
    await press(page, 'Issue')
    await page.getByRole('link', { name: 'Endorse' }).waitFor()
  }
  const follow = (name: string) => async (page: Page) => {
    await issued(page)
    await page.getByRole('link', { name, exact: true }).click()
  }
  return {
    tenants: { at: `${apiUrl}/` },
    switches: { at: `${apiUrl}/switches` },
    book: { at: desk },
    'book-nothing': { at: `${desk}?q=nobody` },
    products: { at: `${desk}/products` },
    scenarios: { at: `${desk}/scenarios` },
    'new-quote': { at: `${desk}/new` },
    'quote-form': { at: `${desk}/new`, act: quote },
    'quote-refused': {
      at: `${desk}/new`,
      act: async (page) => {
        await quote(page)
        await page.locator('[name="term.end"]').fill('2000-01-01')
        await press(page, 'Create the quote')
        await page.getByRole('alert').waitFor()
      },
    },
    'quote-filled': {
      at: `${desk}/new`,
      act: async (page) => {
        await quote(page)
        await press(page, 'Autofill')
        await page
          .getByText(/Autofill/)
          .first()
          .waitFor()
      },
    },
    quoted: { at: `${desk}/new`, act: saved },
    priced: { at: `${desk}/new`, act: priced },
    issued: { at: `${desk}/new`, act: issued },
    endorse: { at: `${desk}/new`, act: follow('Endorse') },
    'endorse-begun': {
      at: `${desk}/new`,
      act: async (page) => {
        await follow('Endorse')(page)
        await page.getByLabel('Garaging postal code').fill('98101')
        await press(page, 'Begin the endorsement')
      },
    },
    claim: { at: `${desk}/new`, act: follow('Open a claim') },
    'claim-opened': {
      at: `${desk}/new`,
      act: async (page) => {
        await follow('Open a claim')(page)
        await page.getByLabel('What happened').fill('Hail on the parking lot')
        await press(page, 'Open the claim')
        await page.locator('.history > ol > li', { hasText: 'claim.open' }).first().locator('summary').first().click()
      },
    },
    'enterprise-book': { at: enterprise },
    'enterprise-products': { at: `${enterprise}/products` },
    'enterprise-new-quote': { at: `${enterprise}/new` },
    nowhere: { at: `${desk}/nowhere` },
  }
}
