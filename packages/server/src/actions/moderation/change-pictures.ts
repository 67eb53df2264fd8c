import { isDeepStrictEqual } from 'node:util'
import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { listingFacts } from '@mkt/contract/states'
import { actorOf } from '../../domain/accounts/caller.ts'
import { type Media, mediaOf, pictureIds, withoutPicture, withPicture } from '../../domain/listing/media.ts'
import { newId } from '../../lib/ids.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { dropUnshownPictures, insertPicture, keepPictures, picturesOf } from '../../store/listing/pictures.ts'
import { decideReview, openWordsReview, type Review, setReviewWords } from '../../store/moderation/reviews.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { reencodePicture } from '../listing/reencode-picture.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Unit } from '../platform/unit.ts'
import { waitForModerator } from './wait-for-moderator.ts'

const MAX_SCREENSHOTS = limits.screenshots.value

/** Adds a screenshot or replaces the logo. Of a public listing the old pictures stay until a moderator approves. */
export async function storePicture(
  platform: Changing,
  input: { listing: Listing; kind: 'logo' | 'screenshot'; bytes: Uint8Array },
  origin: Origin,
): Promise<void> {
  const { listing, kind } = input
  const picture = await reencodePicture(listing.organizationId, input.bytes, kind)
  await change(platform, origin, async (unit) => {
    const { trx, now, random } = unit
    const album = await openAlbum(unit, listing.id)
    if (kind === 'screenshot' && album.media.screenshots.length >= MAX_SCREENSHOTS) {
      throw new Failure(
        'image_invalid',
        `${listing.name} has ${MAX_SCREENSHOTS} screenshots already. Remove one first.`,
      )
    }
    const id = newId('pic', now, random)
    await insertPicture(trx, { id, listingId: listing.id, kind, ...picture, shown: !album.waits, now })
    await album.become(withPicture(album.media, { id, kind }))
    return unit.record(`listing.${kind}.set`, {
      organizationId: listing.organizationId,
      id: listing.id,
      ...(album.waits ? { details: { waiting: ['media'] } } : {}),
    })
  })
}

/** Removes the logo or a screenshot; false when the listing has no such picture. */
export function removePicture(
  platform: Changing,
  input: { listing: Listing; pictureId: string },
  origin: Origin,
): Promise<boolean> {
  const { pictureId } = input
  const { id, organizationId } = input.listing
  return change(platform, origin, async (unit) => {
    const album = await openAlbum(unit, id)
    if (!pictureIds(album.media).includes(pictureId)) return unit.unchanged().with(false)
    await album.become(withoutPicture(album.media, pictureId))
    const details = { picture: pictureId, ...(album.waits ? { waiting: ['media'] } : {}) }
    return unit.record('listing.picture.remove', { organizationId, id, details }).with(true)
  })
}

/** The pictures as their publisher last left them, and the way to change them: at once, or by a review. */
async function openAlbum(unit: Unit, listingId: string) {
  const { trx } = unit
  const listing = await holdListing(trx, listingId)
  const shown = mediaOf((await picturesOf(trx, [listingId])).filter((picture) => picture.shown))
  const open = await openWordsReview(trx, listingId)
  const proposed = open?.words?.media
  const waits = listingFacts(listing.state).shown || proposed !== undefined
  return {
    media: proposed ?? shown,
    waits,
    async become(media: Media): Promise<void> {
      if (!waits) return keepPictures(trx, listingId, pictureIds(media))
      await dropUnshownPictures(trx, listingId, pictureIds(media))
      if (!isDeepStrictEqual(media, shown)) return waitForModerator(unit, listing, { media })
      if (open !== undefined) await takeBack(unit, open)
    },
  }
}

/** The pictures are again those that are shown: nothing of them is left to decide. */
async function takeBack(unit: Unit, open: Review): Promise<void> {
  const { media: _, ...words } = open.words ?? {}
  if (Object.keys(words).length > 0) await setReviewWords(unit.trx, open.id, words)
  else {
    const decidedBy = actorOf(unit.origin.caller).label
    await decideReview(unit.trx, open.id, { state: 'WITHDRAWN', reason: null, decidedBy, now: unit.now })
  }
  unit.changed('review', open.id)
}
