import { isDatabaseAway } from '../../store/database/database-away.ts'
import type { Platform } from './platform.ts'

/**
 * Does the same for each of many that have nothing to do with each other. One that fails is logged and keeps none of the others waiting:
 * its row would be met first at every look. A database that is away fails them all, so that ends the look.
 */
export async function eachApart<Item extends string | { installationId: string }>(
  { log }: Pick<Platform, 'log'>,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      const id = typeof item === 'string' ? item : item.installationId
      log.error({ err: error, id }, 'One of many could not be looked at; the others go on')
    }
  }
}
