import type { Client } from '@mkt/contract/client'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { readJson } from '../../services/app/read-json.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { openSession } from '../../services/platform/session.ts'
import { showDataSheet } from '../../views/show-data-sheet.ts'

type Sheet = Parameters<Client['putDataSheet']>[0]['body']

export function addDataSheet(listings: Command, setup: Setup): void {
  const command = listings
    .command('data-sheet [listing]')
    .description('the data sheet of an app: who processes which personal data, where and how long')
    .option('--file <file>', 'replace it by this JSON file, or standard input for -')
  examples(command, [
    'mkt listings data-sheet acme/rater',
    'mkt listings data-sheet --json | jq .sheet > sheet.json',
    'mkt listings data-sheet --file sheet.json',
  ])
  act(command, setup, dataSheet)
}

async function dataSheet(context: Context, named: string | undefined, options: { file?: string }): Promise<Result> {
  const { client } = openSession(context)
  const { id, name } = await meantListing(client, context.cwd, named)
  const params = { id }
  if (options.file === undefined) return showDataSheet(name, await client.getDataSheet({ params }))
  // The platform checks what the file says and names each wrong line.
  const body = readJson(context.cwd, options.file) as Sheet
  return showDataSheet(name, await client.putDataSheet({ params, body }))
}
