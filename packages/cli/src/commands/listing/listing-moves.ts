import type { Command } from 'commander'
import { act, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { askConsent } from '../../prompts/ask.ts'
import { meantListing } from '../../services/listing/app-listing.ts'
import { openSession } from '../../services/platform/session.ts'
import { showListing } from '../../views/show-listing.ts'

type MoveOperation = 'publishListing' | 'makeListingPublic' | 'withdrawListing'

const moves: readonly [name: string, description: string, operation: MoveOperation][] = [
  ['publish', 'publish a listing: it becomes DRAFT and takes deploys', 'publishListing'],
  ['make-public', 'show a verified listing to everyone', 'makeListingPublic'],
  ['withdraw', 'take a public listing out of the catalogue', 'withdrawListing'],
]

export function addListingMoves(listings: Command, setup: Setup): void {
  for (const [name, description, operation] of moves) {
    const command = listings.command(`${name} [listing]`).description(description)
    act(command, setup, async (context, named?: string) => {
      const { client } = openSession(context)
      const { id } = await meantListing(client, context.cwd, named)
      return showListing(await client[operation]({ params: { id } }))
    })
  }
  const remove = listings
    .command('delete <listing>')
    .description('delete a listing that was never published')
    .option('--yes', 'do not ask')
  act(remove, setup, deleteListing)
  const review = listings
    .command('review [listing]')
    .description('ask the moderators to review a release')
    .option('--release <id>', 'the release (default: the live one)')
    .option('--message <text>', 'a word to the moderators')
  act(review, setup, openReview)
}

async function deleteListing(context: Context, named: string, options: { yes?: boolean }): Promise<Result> {
  const { client } = openSession(context)
  const { id, name } = await meantListing(client, context.cwd, named)
  await askConsent(context, `Delete the listing ${name}?`, options.yes)
  await client.deleteListing({ params: { id } })
  return { data: { id, name, deleted: true }, text: `${name} is gone.` }
}

async function openReview(
  context: Context,
  named: string | undefined,
  { release, message }: { release?: string; message?: string },
): Promise<Result> {
  const { client } = openSession(context)
  const { id, name } = await meantListing(client, context.cwd, named)
  const body = {
    ...(release === undefined ? {} : { releaseId: release }),
    ...(message === undefined ? {} : { message }),
  }
  const opened = await client.openReview({ params: { id }, body })
  return { data: opened, text: `Review ${opened.id} of ${name} ${opened.release.version} is ${opened.state}.` }
}
