import type { Command } from 'commander'
import { wrongUsage } from '../abort.ts'
import { act, examples, type Setup } from '../add-command.ts'
import { askSecret } from '../prompts/ask.ts'
import { readLines } from '../prompts/read-lines.ts'
import { meantListing } from '../services/app-listing.ts'
import { openSession } from '../services/session.ts'
import { table } from '../table.ts'

export function addVariables(program: Command, setup: Setup): void {
  const variables = program
    .command('variables')
    .description("the application variables of a listing: the containers' environment")
  const ofListing = (command: Command) =>
    command.option('--listing <id or name>', 'the listing (default: that of this folder)')
  act(
    ofListing(variables.command('list', { isDefault: true }).description('their names; values are never shown')),
    setup,
    async (context, options: { listing?: string }) => {
      const { client } = openSession(context)
      const { id } = await meantListing(client, context.cwd, options.listing)
      const page = await client.listVariables({ params: { id } })
      const rows = page.items.map(({ name, updatedAt }) => [name, updatedAt])
      return { data: page, text: table(['name', 'set at'], rows, 'There are none.') }
    },
  )
  const set = ofListing(
    variables
      .command('set <name> [value]')
      .description('set one; without a value it is asked for or read from standard input'),
  )
  examples(set, ['mkt variables set PARTNER_KEY', 'mkt variables set PARTNER_KEY < key.txt'])
  act(set, setup, async (context, name: string, given: string | undefined, options: { listing?: string }) => {
    const { client } = openSession(context)
    const { id } = await meantListing(client, context.cwd, options.listing)
    const asked = { message: `Value of ${name}`, flag: '<value>' }
    const value =
      given ?? (context.interactive ? await askSecret(context, asked) : (await readLines(context.stdin, 1))[0])
    if (value === undefined) throw wrongUsage('The value is missing.', 'Give it as an argument or on standard input.')
    const variable = await client.putVariable({ params: { id, name }, body: { value } })
    return { data: variable, text: `${name} is set; containers get it at their next start.` }
  })
  act(
    ofListing(variables.command('unset <name>').description('remove one')),
    setup,
    async (context, name: string, options: { listing?: string }) => {
      const { client } = openSession(context)
      const { id } = await meantListing(client, context.cwd, options.listing)
      await client.deleteVariable({ params: { id, name } })
      return { data: { name, set: false }, text: `${name} is gone.` }
    },
  )
}
