import { removeVariable, setVariable } from '../../actions/listing/application-variables.ts'
import { draftTag, readDraftManifest, storeDraftManifest } from '../../actions/listing/draft-manifest.ts'
import { removePicture, storePicture } from '../../actions/moderation/change-pictures.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { pictureContent } from '../../store/listing/pictures.ts'
import { variablesOf } from '../../store/listing/variables.ts'
import { notFound } from '../http/find.ts'
import { RawAnswer, type Route, route } from '../http/route.ts'
import { listingSubject, oneListing, readableListing } from './listings.ts'
import { picturesAnswer, seesReviews } from './pictures-answer.ts'

/** What belongs to a listing besides its texts: draft manifest, pictures, application variables. */
export function listingPartRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { id: string } }) => listingSubject(platform, params.id)
  return [
    route('getDraftManifest', {
      subject,
      async handle({ subject: { listing }, setHeader }) {
        const draft = await readDraftManifest(platform, listing)
        setHeader('etag', draftTag(draft))
        return draft as never
      },
    }),
    route('putDraftManifest', {
      subject,
      async handle({ subject: { listing }, body, ifMatch, setHeader, ...origin }) {
        const draft = await storeDraftManifest(platform, { listing, body, ifMatch }, origin)
        setHeader('etag', draftTag(draft))
        return draft as never
      },
    }),
    route('putLogo', {
      subject,
      async handle({ subject: { listing }, body, ...origin }) {
        await storePicture(platform, { listing, kind: 'logo', bytes: body }, origin)
        return oneListing(platform, origin.caller, listing)
      },
    }),
    route('addScreenshot', {
      subject,
      async handle({ subject: { listing }, body, ...origin }) {
        await storePicture(platform, { listing, kind: 'screenshot', bytes: body }, origin)
        return oneListing(platform, origin.caller, listing)
      },
    }),
    route('deletePicture', {
      subject,
      async handle({ subject: { listing }, params, ...origin }) {
        if (!(await removePicture(platform, { listing, pictureId: params.picture }, origin))) throw notFound()
        return undefined
      },
    }),
    route('getPictures', {
      subject: ({ params, caller }) => readableListing(platform, params.id, caller),
      handle: ({ subject: { listing }, caller }) => picturesAnswer(platform, caller, listing),
    }),
    route('getPicture', {
      subject: ({ params, caller }) => readableListing(platform, params.id, caller),
      async handle({ subject: { listing }, caller, params, setHeader }) {
        const picture = await pictureContent(platform.db, params.id, params.picture)
        if (picture === undefined || !(picture.shown || seesReviews(caller, listing))) throw notFound()
        // A picture never changes under its id.
        setHeader('cache-control', 'private, max-age=31536000, immutable')
        return new RawAnswer('image/webp', picture.bytes)
      },
    }),
    route('listVariables', {
      subject,
      async handle({ params, query }) {
        const page = pageOf(query)
        const rows = await variablesOf(platform.db, params.id, page, query.q)
        return toPage(
          rows,
          page,
          (row) => row.name,
          (row) => ({ name: row.name, set: true as const, updatedAt: row.updatedAt.toISOString() }),
        )
      },
    }),
    route('putVariable', {
      subject,
      async handle({ subject: { listing }, params, body, ...origin }) {
        const at = await setVariable(platform, { listing, name: params.name, value: body.value }, origin)
        return { name: params.name, set: true as const, updatedAt: at.toISOString() }
      },
    }),
    route('deleteVariable', {
      subject,
      async handle({ subject: { listing }, params, ...origin }) {
        await removeVariable(platform, { listing, name: params.name }, origin)
        return undefined
      },
    }),
  ]
}
