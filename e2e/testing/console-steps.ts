import type { Page } from 'playwright-core'
import type { RunningPlatform } from './platform.ts'

/** Asks the publishing interface as an organization's API key does. */
async function ask<Answer>(
  platform: RunningPlatform,
  who: 'publisher' | 'customer',
  path: string,
  body: object,
): Promise<Answer> {
  const { clientId, apiKey } = platform[who]
  const answer = await fetch(`${platform.apiUrl}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`,
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** A listing that is being written, made without the console. */
export function beginListing(platform: RunningPlatform, appName: string, title: string): Promise<{ id: string }> {
  const body = { appName, title, variant: 'connected' }
  return ask(platform, 'publisher', '/organizations/acme/listings', body)
}

/** A second tenant at the simulated policy system, with its own name, connected without the console. */
export function connectTenant(platform: RunningPlatform, name: string): Promise<{ id: string }> {
  const { apiUrl, hostName, integration, data } = platform.simulator.connected
  const body = { name, variant: 'connected', apiUrl, hostName, credentials: { integration, data } }
  return ask(platform, 'customer', '/organizations/northwind/tenants', body)
}

/** A one-time link for somebody who forgot the password, as an operator hands it over. */
export async function resetLinkFor(platform: RunningPlatform, email: string): Promise<string> {
  const at = (path: string) => `${platform.apiUrl}/api/v1${path}`
  const json = { 'content-type': 'application/json' }
  const session = await fetch(at('/session'), {
    method: 'POST',
    headers: json,
    body: JSON.stringify(platform.operator),
  })
  const { token } = (await session.json()) as { token: string }
  const headers = { ...json, authorization: `Bearer ${token}` }
  const found = await fetch(at(`/people?q=${encodeURIComponent(email)}`), { headers })
  const { items } = (await found.json()) as { items: { id: string }[] }
  const made = await fetch(at(`/people/${items[0]?.id}/reset-link`), { method: 'POST', headers })
  return ((await made.json()) as { link: string }).link
}

/** The words of a column, from top to bottom. */
export async function column(page: Page, table: string, place: number): Promise<string[]> {
  const cells = page.getByRole('table', { name: table }).locator(`tbody td:nth-child(${place})`)
  return (await cells.allTextContents()).map((text) => text.trim())
}
