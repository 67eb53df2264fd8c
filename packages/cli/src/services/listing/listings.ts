import { type Client, RefusedError } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'

export type Listing = Awaited<ReturnType<Client['getListing']>>

/** Finds a listing by its id or its full name. */
export async function findListing(client: Client, idOrName: string): Promise<Listing> {
  if (!idOrName.includes('/')) {
    try {
      return await client.getListing({ params: { id: idOrName } })
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) throw unknown(idOrName)
      throw error
    }
  }
  const { items } = await client.listListings({ query: { name: idOrName } })
  const found = items.find(({ name }) => name === idOrName)
  if (found) return found
  throw unknown(idOrName)
}

function unknown(idOrName: string): Abort {
  return new Abort('listing_unknown', `There is no listing "${idOrName}" that you may see.`, {
    fix: `Create it with "mkt listings create", or check the name (<org-name>/<app-name>) and who you are ("mkt whoami").`,
  })
}
