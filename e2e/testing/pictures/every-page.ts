import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import type { Visiting } from '../../../packages/console/src/testing/places.ts'
import { type Account, visit } from '../browser.ts'
import type { RunningPlatform } from '../platform.ts'
import {
  customerShots,
  emptyShots,
  moderatorShots,
  publisherShots,
  type Shots,
  strangerShots,
  tableShots,
} from './console-shots.ts'
import { deskShots } from './desk-shots.ts'
import { openDevPage } from './dev-shots.ts'
import type { PictureWorld } from './picture-world.ts'
import { picturedPlace } from './pictured-place.ts'
import { type Shot, takePictures, watchReads } from './take-pictures.ts'

/** Most of the time a page waits for what it reads. */
const WINDOWS = 3

interface Walk {
  as?: Account
  shots: Shots
}

/**
 * Takes pictures of every page of the router's table, of states that a page can be in, and of the pages outside the console, in both themes
 * at three widths, to be looked at. `only` chooses by name.
 */
export async function shootEveryPage(
  browser: Browser,
  platform: RunningPlatform,
  world: PictureWorld,
  folder: string,
  only = /./,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const dev = await openDevPage()
  const place = await picturedPlace(platform, world)
  const table = (who: Visiting) => tableShots(who, place)
  const walks: Record<string, Walk> = {
    stranger: { shots: { ...table('stranger'), ...strangerShots(world) } },
    customer: { as: platform.customer, shots: { ...table('customer'), ...customerShots(world) } },
    operations: { as: world.operations, shots: table('operations') },
    publisher: { as: platform.publisher, shots: { ...table('publisher'), ...publisherShots(world) } },
    moderator: { as: platform.moderator, shots: { ...table('moderator'), ...moderatorShots(world) } },
    operator: { as: platform.operator, shots: table('operator') },
    empty: { as: world.newcomer, shots: emptyShots },
    desk: { shots: deskShots(platform) },
    dev: { shots: dev.shots },
  }
  const missed: string[] = []
  let taken = 0
  const take = async (page: Page, name: string, shot: Shot) => {
    try {
      // Read after the wait: other windows count meanwhile.
      const these = await takePictures(page, shot, folder, name)
      taken += these
    } catch (reason) {
      missed.push(`${name}: ${String(reason).split('\n', 12).join(' ')}`)
    }
  }
  try {
    for (const [who, { as, shots }] of Object.entries(walks)) {
      const waiting = Object.entries(shots).filter(([name]) => only.test(`${who}-${name}`))
      const windows = Array.from({ length: Math.min(WINDOWS, waiting.length) }, async () => {
        const { page, close } = await visit(browser, platform.apiUrl, { as })
        watchReads(page)
        for (let next = waiting.shift(); next; next = waiting.shift()) await take(page, `${who}-${next[0]}`, next[1])
        await close()
      })
      await Promise.all(windows)
    }
  } finally {
    await dev.close()
  }
  console.log(`${taken} pictures are in ${folder}.`)
  if (missed.length > 0) throw new Error(`Without a picture:\n${missed.join('\n')}`)
}
