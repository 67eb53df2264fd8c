import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { askChoice, askText, needFlags, required } from '../../prompts/ask.ts'
import { variantChoices } from '../../prompts/ask-app.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { type NewListing, type Texts, textsOf } from '../../services/listing/listing-texts.ts'
import { ownOrganization } from '../../services/platform/organization.ts'
import { openSession } from '../../services/platform/session.ts'
import { showListing, showListings } from '../../views/show-listing.ts'
import { variantOf } from '../flag-values.ts'
import { addDataSheet } from './data-sheet.ts'
import { addListingMoves } from './listing-moves.ts'

export function addListings(program: Command, setup: Setup): void {
  const listings = program.command('listings').description('list, write and move listings')
  act(listings.command('list', { isDefault: true }).description('the listings of your organization'), setup, list)
  act(listings.command('show [listing]').description('one listing'), setup, async (context, named?: string) =>
    showListing(await meantListing(openSession(context).client, context.cwd, named)),
  )
  const create = withTexts(
    listings.command('create <app>').description('create a listing; <app> is the name after the slash'),
  )
    .option('--variant <variant>', 'the variant of the policy system: connected or enterprise')
    .option('--publish', 'publish it at once')
  examples(create, [
    'mkt listings create rater --title "Table Rater" --variant connected --about @about.md --requirements @requirements.md --publish',
  ])
  act(create, setup, createListing)
  act(withTexts(listings.command('change [listing]').description('change texts of a listing')), setup, change)
  addDataSheet(listings, setup)
  addListingMoves(listings, setup)
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
  return showListings(await client.listOrganizationListings({ params: { org: id }, query: { limit: 200 } }))
}

async function createListing(
  context: Context,
  app: string,
  options: Texts & { variant?: string; publish?: boolean },
): Promise<Result> {
  const { client } = openSession(context)
  const organization = await ownOrganization(client)
  const appName = app.startsWith(`${organization.name}/`) ? app.slice(organization.name.length + 1) : app
  needFlags(context, { '--title': options.title, '--variant': options.variant })
  const title = options.title ?? (await askText(context, { message: 'Title', flag: '--title', check: required }))
  const variant = variantOf(
    options.variant ??
      (await askChoice(context, { message: 'Variant of the policy system', flag: '--variant' }, variantChoices)),
  )
  if (variant === undefined) throw wrongUsage('--variant is missing.')
  const body: NewListing = { ...textsOf(context.cwd, options), appName, title, variant }
  const listing = await client.createListing({ params: { org: organization.id }, body })
  return showListing(options.publish ? await client.publishListing({ params: { id: listing.id } }) : listing)
}

async function change(context: Context, named: string | undefined, options: Texts): Promise<Result> {
  const { client } = openSession(context)
  const { id } = await meantListing(client, context.cwd, named)
  return showListing(await client.changeListing({ params: { id }, body: textsOf(context.cwd, options) }))
}
