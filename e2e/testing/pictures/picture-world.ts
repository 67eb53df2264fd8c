import { setTimeout as later } from 'node:timers/promises'
import { createClient } from '@mkt/contract/client'
import { clientOf } from '../client-of.ts'
import type { RunningPlatform } from '../platform.ts'
import { deploySampleApp } from '../sample-app.ts'
import { settled } from '../sample-installation.ts'
import { deployNextRater } from './deploy-next-rater.ts'

export type PictureWorld = Awaited<ReturnType<typeof startPictureWorld>>
type Client = Awaited<ReturnType<typeof clientOf>>

/**
 * What the demo does not have by itself: something that fails, a release that is tried and promoted in waves, a review that waits, people
 * who are invited, and an organization where nothing is yet.
 */
export async function startPictureWorld(platform: RunningPlatform) {
  const [customer, publisher, moderator, operator] = (await Promise.all(
    [platform.customer, platform.publisher, platform.moderator, platform.operator].map((who) =>
      clientOf(platform, who),
    ),
  )) as [Client, Client, Client, Client]
  const org = platform.customer.organization.id
  const { items: installations } = await customer.listInstallations({ params: { org } })
  const of = (app: string) => {
    const found = installations.find(({ listing }) => listing.name === `acme/${app}`)
    if (!found) throw new Error(`The demo has no ${app}.`)
    return found
  }
  const [rater, notifier] = [of('rater'), of('notifier')]
  await customer.changeInstallation({ params: { id: rater.id }, body: { recording: true } })
  const failing = await launchFailing(platform, customer, notifier)
  await deployNextRater(platform)
  await happen(platform)
  const tried = await tryNext(customer, publisher, rater)
  await promoteInWaves(publisher, moderator, rater.listing.id, tried.nextId)
  const review = await waitForModerator(platform, publisher, moderator)
  const { link: invitation } = await customer.inviteMember({
    params: { org },
    body: { email: 'lea@northwind.example', role: 'operations' },
  })
  const operations = await join(platform, customer, 'northwind', 'operations', 'Olga Larsen')
  const people = await operator.listPeople({ query: { q: platform.publisher.email } })
  const { link: reset } = await operator.createResetLink({ params: { id: people.items[0]?.id ?? '' } })
  await operator.createOrganization({ body: { name: 'harbor', title: 'Harbor Mutual' } })
  const newcomer = await join(platform, operator, 'harbor', 'admin', 'Nora Quinn')
  return { of, failing, review, operations, newcomer, ...tried, links: { invitation, reset } }
}

/** Another notifier of the same tenant, whose receiver nobody reaches. */
async function launchFailing(platform: RunningPlatform, customer: Client, { listing }: { listing: { id: string } }) {
  const { id } = await customer.launchApp({
    params: { org: platform.customer.organization.id },
    body: {
      listingId: listing.id,
      tenantId: platform.customer.tenants.connected,
      name: 'Claims notices',
      settings: {
        channel: 'http',
        url: 'https://notices.northwind.example/hook',
        tone: 'friendly',
        prefix: '[Claims]',
      },
      mappings: [],
    },
  })
  return settled(customer, id)
}

/** Policies are issued and claims opened at the simulated policy system. */
async function happen({ simulator }: RunningPlatform): Promise<void> {
  const { apiUrl, hostName: tenant } = simulator.connected
  for (const [name, count] of [
    ['issue-policies', 40],
    ['claims', 15],
  ]) {
    const answer = await fetch(`${apiUrl}/_sim/scenarios`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, tenant, count, seconds: 10 }),
    })
    if (!answer.ok) throw new Error(`The simulator answered ${answer.status}: ${await answer.text()}`)
  }
  for (;;) {
    const { items } = (await (await fetch(`${apiUrl}/_sim/scenarios`)).json()) as { items: { state: string }[] }
    if (items.every(({ state }) => state !== 'running')) return
    await later(500)
  }
}

/** The next release of the rater is tried with the customer's calls, and gets copies of the live ones. */
async function tryNext(customer: Client, publisher: Client, rater: { id: string; listing: { id: string } }) {
  const { items } = await publisher.listReleases({ params: { id: rater.listing.id } })
  const nextId = items.find(({ version }) => version === '1.1.0')?.id ?? ''
  const until = new Date(Date.now() + 20 * 86_400_000).toISOString()
  await customer.putSample({ params: { id: rater.id }, body: { until } })
  const trial = await customer.createTrial({
    params: { id: nextId },
    body: { installationId: rater.id, gates: { maxErrors: 0 } },
  })
  for (;;) {
    const { state } = await customer.getTrial({ params: { id: trial.id } })
    if (state !== 'WAITING' && state !== 'RUNNING') break
    await later(500)
  }
  await customer.changeInstallation({ params: { id: rater.id }, body: { shadowReleaseId: nextId } })
  return { nextId, trialId: trial.id }
}

async function promoteInWaves(publisher: Client, moderator: Client, listingId: string, id: string): Promise<void> {
  const review = await publisher.openReview({ params: { id: listingId }, body: { releaseId: id } })
  await moderator.approveReview({ params: { id: review.id }, body: { reason: 'The trial shows what changes.' } })
  await publisher.promoteRelease({ params: { id }, body: { waves: [5, 25, 100], everyHours: 24 } })
}

/** An application that waits for a moderator, with questions and answers. */
async function waitForModerator(platform: RunningPlatform, publisher: Client, moderator: Client) {
  const listing = await publisher.createListing({
    params: { org: platform.publisher.organization.id },
    body: {
      appName: 'registry-check',
      variant: 'connected',
      title: 'Registry Check',
      summary: 'Looks vehicles up in the public registry.',
      about: '## What it does\n\nRegistry Check looks each vehicle up when a policy is issued.',
      requirements: '- An account at the registry',
    },
  })
  await publisher.publishListing({ params: { id: listing.id } })
  await deploySampleApp(platform, 'acme/registry-check')
  const review = await publisher.openReview({ params: { id: listing.id }, body: {} })
  const say = (who: Client, text: string) => who.addReviewMessage({ params: { id: review.id }, body: { text } })
  await say(moderator, 'Which registry does it ask, and what is sent there?')
  await say(publisher, 'The public vehicle registry; it is sent the vehicle identification number and nothing else.')
  return { id: review.id, listingId: listing.id }
}

/** Somebody who was invited, and joined. */
async function join(platform: RunningPlatform, owner: Client, org: string, role: 'operations' | 'admin', name: string) {
  const account = { email: `${name.split(' ')[0]?.toLowerCase()}@${org}.example`, password: 'a long enough password' }
  const { link } = await owner.inviteMember({ params: { org }, body: { email: account.email, role } })
  const invitation = new URL(link).hash.slice(1)
  await createClient({ baseUrl: platform.apiUrl }).signUp({ body: { ...account, name, invitation } })
  return account
}
