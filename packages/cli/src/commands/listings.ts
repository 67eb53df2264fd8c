import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Client } from '@mkt/contract/client'
import type { Command } from 'commander'
import { wrongUsage } from '../abort.ts'
import { act, examples, type Setup } from '../add-command.ts'
import type { Context, Result } from '../context.ts'
import { askChoice, askConsent, askText, required } from '../prompts/ask.ts'
import { meantListing } from '../services/app-listing.ts'
import type { Listing } from '../services/listings.ts'
import { ownOrganization } from '../services/organization.ts'
import { openSession } from '../services/session.ts'
import { facts, table } from '../table.ts'
import { variantOf } from './validate.ts'

type NewListing = Parameters<Client['createListing']>[0]['body']
type Category = NonNullable<NewListing['category']>

interface Texts {
  title?: string
  summary?: string
  about?: string
  requirements?: string
  category?: string
  supportContact?: string
}

export function addListings(program: Command, setup: Setup): void {
  const listings = program.command('listings').description('list, write and move listings')
  act(listings.command('list', { isDefault: true }).description('the listings of your organization'), setup, list)
  act(listings.command('show [listing]').description('one listing'), setup, (context, named?: string) =>
    withListing(context, named, async (_, listing) => listing),
  )
  const create = withTexts(
    listings.command('create <app>').description('begin a listing; <app> is the name after the slash'),
  )
    .option('--variant <variant>', 'the variant of the policy system: connected or enterprise')
    .option('--publish', 'publish it at once')
  examples(create, [
    'mkt listings create rater --title "Table Rater" --variant connected --about @about.md --requirements @requirements.md --publish',
  ])
  act(create, setup, createListing)
  act(withTexts(listings.command('change [listing]').description('change texts of a listing')), setup, change)
  addMoves(listings, setup)
}

function addMoves(listings: Command, setup: Setup): void {
  const move = (
    name: string,
    description: string,
    operation: 'publishListing' | 'makeListingPublic' | 'withdrawListing',
  ) =>
    act(listings.command(`${name} [listing]`).description(description), setup, (context, named?: string) =>
      withListing(context, named, (client, { id }) => client[operation]({ params: { id } })),
    )
  move('publish', 'publish a listing: it becomes DRAFT and takes deploys', 'publishListing')
  move('make-public', 'show a verified listing to everyone', 'makeListingPublic')
  move('withdraw', 'take a public listing out of the catalogue', 'withdrawListing')
  act(
    listings
      .command('delete <listing>')
      .description('delete a listing that was never published')
      .option('--yes', 'do not ask'),
    setup,
    async (context, named: string, options: { yes?: boolean }) => {
      const { client } = openSession(context)
      const { id, name } = await meantListing(client, context.cwd, named)
      await askConsent(context, `Delete the listing ${name}?`, options.yes)
      await client.deleteListing({ params: { id } })
      return { data: { id, name, deleted: true }, text: `${name} is gone.` }
    },
  )
  const review = listings.command('review [listing]').description('ask the moderators to review a release')
  review
    .option('--release <id>', 'the release (default: the live one)')
    .option('--message <text>', 'a word to the moderators')
  act(review, setup, async (context, named: string | undefined, options: { release?: string; message?: string }) => {
    const { client } = openSession(context)
    const { id, name } = await meantListing(client, context.cwd, named)
    const body = {
      ...(options.release === undefined ? {} : { releaseId: options.release }),
      ...(options.message === undefined ? {} : { message: options.message }),
    }
    const opened = await client.openReview({ params: { id }, body })
    return { data: opened, text: `Review ${opened.id} of ${name} ${opened.release.version} is ${opened.state}.` }
  })
}

function withTexts(command: Command): Command {
  return command
    .option('--title <text>', 'the title')
    .option('--summary <text>', 'one line about it')
    .option('--about <text>', 'about the product, the company and the app: Markdown, or @file')
    .option('--requirements <text>', 'technical details, launch instructions, compliance: Markdown, or @file')
    .option('--category <name>', 'claims, communication, data, documents, payments, rating, underwriting or other')
    .option('--support-contact <text>', 'whom customers write to')
}

async function list(context: Context): Promise<Result> {
  const { client } = openSession(context)
  const { id } = await ownOrganization(client)
  const page = await client.listOrganizationListings({ params: { org: id }, query: { limit: 200 } })
  const rows = page.items.map(({ name, title, variant, state, id }) => [
    name,
    title,
    variant,
    state ?? 'not published',
    id,
  ])
  const empty = 'There are no listings yet: "mkt listings create <app>".'
  return { data: page, text: table(['name', 'title', 'variant', 'state', 'id'], rows, empty) }
}

async function createListing(
  context: Context,
  app: string,
  options: Texts & { variant?: string; publish?: boolean },
): Promise<Result> {
  const { client } = openSession(context)
  const organization = await ownOrganization(client)
  const appName = app.startsWith(`${organization.name}/`) ? app.slice(organization.name.length + 1) : app
  const title = options.title ?? (await askText(context, { message: 'Title', flag: '--title', check: required }))
  const variant = variantOf(
    options.variant ??
      (await askChoice(context, { message: 'Variant of the policy system', flag: '--variant' }, variantChoices)),
  )
  if (variant === undefined) throw wrongUsage('--variant is missing.')
  const body: NewListing = { ...textsOf(context, options), appName, title, variant }
  const listing = await client.createListing({ params: { org: organization.id }, body })
  return show(options.publish ? await client.publishListing({ params: { id: listing.id } }) : listing)
}

const variantChoices = [
  { value: 'connected', label: 'connected' },
  { value: 'enterprise', label: 'enterprise' },
]

function change(context: Context, named: string | undefined, options: Texts): Promise<Result> {
  return withListing(context, named, (client, { id }) =>
    client.changeListing({ params: { id }, body: textsOf(context, options) }),
  )
}

async function withListing(
  context: Context,
  named: string | undefined,
  work: (client: Client, listing: Listing) => Promise<Listing>,
): Promise<Result> {
  const { client } = openSession(context)
  return show(await work(client, await meantListing(client, context.cwd, named)))
}

function show(listing: Listing): Result {
  const text = facts([
    ['name', listing.name],
    ['title', listing.title],
    ['state', listing.state ?? 'not published'],
    ['variant', listing.variant],
    ['summary', listing.summary],
    ['installations', listing.installations],
    ['suspended', listing.suspendedReason],
    ['push to', listing.pushAddress],
    ['id', listing.id],
  ])
  return { data: listing, text }
}

/** `@file` stands for the text of a file. */
function textsOf(context: Context, { title, summary, about, requirements, category, supportContact }: Texts) {
  const read = (text: string) =>
    text.startsWith('@') ? readFileSync(resolve(context.cwd, text.slice(1)), 'utf8') : text
  return {
    ...(title === undefined ? {} : { title }),
    ...(summary === undefined ? {} : { summary }),
    ...(about === undefined ? {} : { about: read(about) }),
    ...(requirements === undefined ? {} : { requirements: read(requirements) }),
    // The platform knows its categories and says which there are.
    ...(category === undefined ? {} : { category: category as Category }),
    ...(supportContact === undefined ? {} : { supportContact }),
  }
}
