import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { openBrowser } from '../../services/platform/open-browser.ts'
import { openSession } from '../../services/platform/session.ts'

export function addOpen(program: Command, setup: Setup): void {
  const command = program
    .command('open [listing]')
    .description("open an app's listing in the browser (default: the app of this folder)")
    .option('--print', 'only print the address')
  examples(command, ['mkt open', 'mkt open acme/rater --print'])
  act(command, setup, async (context, named: string | undefined, options: { print?: boolean }) => {
    const session = openSession(context)
    const { id } = await meantListing(session.client, context.cwd, named)
    const url = `${session.url}/publish/${id}`
    if (!options.print && !context.json) openBrowser(url)
    return { data: { url }, text: url }
  })
}
