import type { Client } from '@mkt/contract/client'
import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { askSecret, askYes } from '../../prompts/ask.ts'
import { readLines } from '../../prompts/read-lines.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import type { Listing } from '../../services/listing/listings.ts'
import { openSession } from '../../services/platform/session.ts'
import { table } from '../../views/table.ts'
import { restart } from '../release/restart.ts'

interface Options {
  listing?: string
}

interface ChangeOptions extends Options {
  restart?: boolean
}

export function addVariables(program: Command, setup: Setup): void {
  const variables = program
    .command('variables')
    .description("the application variables of a listing: the containers' environment")
  const ofListing = (command: Command) =>
    command.option('--listing <id or name>', 'the listing (default: that of this folder)')
  const changing = (command: Command) =>
    ofListing(command)
      .option('--restart', 'restart the running containers to apply it now')
      .option('--no-restart', 'leave the running containers as they are')
  act(
    ofListing(variables.command('list', { isDefault: true }).description('their names; values are never shown')),
    setup,
    list,
  )
  const set = changing(
    variables
      .command('set <name> [value]')
      .description('set one; without a value it is asked for or read from standard input'),
  )
  examples(set, ['mkt variables set PARTNER_KEY --restart', 'mkt variables set PARTNER_KEY < key.txt'])
  act(set, setup, setVariable)
  act(changing(variables.command('unset <name>').description('remove one')), setup, unsetVariable)
}

async function list(context: Context, options: Options): Promise<Result> {
  const { client } = openSession(context)
  const { id } = await meantListing(client, context.cwd, options.listing)
  const page = await client.listVariables({ params: { id } })
  const rows = page.items.map(({ name, updatedAt }) => [name, updatedAt])
  return { data: page, text: table(['name', 'set at'], rows, 'There are none.') }
}

async function setVariable(
  context: Context,
  name: string,
  given: string | undefined,
  options: ChangeOptions,
): Promise<Result> {
  const { client } = openSession(context)
  const listing = await meantListing(client, context.cwd, options.listing)
  const asked = { message: `Value of ${name}`, flag: '<value>' }
  const value =
    given ?? (context.interactive ? await askSecret(context, asked) : (await readLines(context.stdin, 1))[0])
  if (value === undefined) throw wrongUsage('The value is missing.', 'Give it as an argument or on standard input.')
  const variable = await client.putVariable({ params: { id: listing.id, name }, body: { value } })
  return takeUp(context, client, listing, options, { data: variable, text: `${name} is set.` })
}

async function unsetVariable(context: Context, name: string, options: ChangeOptions): Promise<Result> {
  const { client } = openSession(context)
  const listing = await meantListing(client, context.cwd, options.listing)
  await client.deleteVariable({ params: { id: listing.id, name } })
  return takeUp(context, client, listing, options, { data: { name, set: false }, text: `${name} is gone.` })
}

/** Containers read variables when they start: offers to restart those that run. */
async function takeUp(
  context: Context,
  client: Client,
  listing: Listing,
  options: ChangeOptions,
  changed: { data: object; text: string },
): Promise<Result> {
  const question = { message: `${changed.text} Restart the running containers to take it up?`, flag: '--restart' }
  const now = options.restart ?? (context.interactive && (await askYes(context, question)))
  if (!now)
    return {
      ...changed,
      text: `${changed.text} Running containers take it up when they start again: "mkt restart ${listing.name}".`,
    }
  const restarted = await restart(context, client, listing, true)
  return {
    data: { ...changed.data, restarted: restarted.data },
    text: [changed.text, ...[restarted.text ?? []].flat()],
  }
}
