import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listingFacts, listingMachine, mayMove } from '@mkt/contract/states'
import { type Api, type Page, signIn } from './demo/api.ts'
import type { DemoApp } from './demo/demo-app.ts'
import { demoApps } from './demo/demo-apps.ts'
import { launchApp } from './demo/launch-app.ts'
import { type Listing, listApp } from './demo/list-app.ts'
import { becomeLive, type Release, releaseApp } from './demo/release-app.ts'
import { type SimulatorFacts, stirConnected, stirEnterprise } from './demo/stir-tenants.ts'
import { askForReview, verifyApp } from './demo/verify-app.ts'

// Seeds the demo world through the interfaces everyone else uses. Each step first looks whether its result is there,
// so an interrupted run continues, and the mark of a finished one makes the next start leave the world as people left it.

interface Account {
  email: string
  password: string
  organization: { id: string; name: string }
  clientId: string
  apiKey: string
}

interface Bootstrap {
  apiUrl: string
  moderator: { email: string; password: string }
  publisher: Account
  customer: Account & { tenants: Record<'connected' | 'enterprise', string> }
  simulator: SimulatorFacts
}

const root = resolve(import.meta.dirname, '..')
const dataDir = resolve(process.env.MKT_DATA_DIR ?? join(root, '.mkt'))
const bootstrap = JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8')) as Bootstrap
const mark = join(dataDir, 'demo-done')

// The platform holds our standard input open: when it is gone, so are we.
process.stdin.on('end', () => process.exit(1)).resume()

if (!existsSync(mark) || readFileSync(mark, 'utf8').trim() !== bootstrap.publisher.organization.id) {
  await seed()
  writeFileSync(mark, `${bootstrap.publisher.organization.id}\n`)
}
process.exit(0)

async function seed(): Promise<void> {
  const { apiUrl, publisher: acme, customer: northwind } = bootstrap
  const publisher = await signIn(apiUrl, acme)
  const moderator = await signIn(apiUrl, bootstrap.moderator)
  const customer = await signIn(apiUrl, northwind)
  const org = acme.organization.name
  const credentials = { username: acme.clientId, password: acme.apiKey }
  const pushed: string[] = []
  const goingOn: Promise<void>[] = []

  /** From a release on its way to a running installation; the next application is built meanwhile. */
  async function bringUp(app: DemoApp, listing: Listing, started: Release): Promise<void> {
    const release = await becomeLive(publisher, listing, started)
    say(`${listing.name} ${release.version} is live`)
    if (app.launch) {
      await verifyApp(publisher, moderator, listing, release)
      await launchApp(customer, northwind.organization.name, northwind.tenants[app.variant], listing, app)
      say(`${listing.name} runs at ${northwind.organization.name}`)
    } else if (mayMove(listingMachine, listing.state, 'approve'))
      await askForReview(publisher, moderator, listing, release)
  }

  for (const app of demoApps) {
    const folder = join(root, 'examples', app.name)
    const listing = await listApp(publisher, org, app, folder)
    if (listingFacts(listing.state).noDeploy !== null) continue
    const repository = `${org}/${app.name}`
    const to = { registry: apiUrl, repository, credentials }
    const started = await releaseApp(publisher, listing, folder, to, pushed.slice(0, 1))
    pushed.push(repository)
    const rest = bringUp(app, listing, started)
    // A failure is met below, together with the others.
    rest.catch(() => {})
    goingOn.push(rest)
  }
  await Promise.all(goingOn)
  await stir(customer, northwind.organization.name)
  say(`policies are autofilled, priced and issued at ${northwind.organization.name}`)
}

/** Makes things happen, once: an installation that has deliveries has seen them. */
async function stir(customer: Api, org: string): Promise<void> {
  const { items } = await customer.get<Page<{ id: string; listing?: { name: string } }>>(
    `/organizations/${org}/installations?limit=100`,
  )
  const quiet = async (name: string) => {
    const installation = items.find(({ listing }) => listing?.name.endsWith(`/${name}`))
    if (!installation) return false
    const deliveries = await customer.get<Page<unknown>>(`/installations/${installation.id}/deliveries?limit=1`)
    return deliveries.items.length === 0
  }
  if (await quiet('notifier')) await stirConnected(bootstrap.simulator)
  if (await quiet('audit')) await stirEnterprise(bootstrap.simulator)
}

function say(text: string): void {
  process.stdout.write(`demo: ${text}\n`)
}
