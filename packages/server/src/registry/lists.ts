import { isDigest, mediaTypes } from '@mkt/oci'
import type { FastifyReply } from 'fastify'
import type { Platform } from '../actions/platform/platform.ts'
import type { Caller } from '../domain/accounts/caller.ts'
import { referrersOf, repositoriesOf, tagsOf } from '../store/image/images.ts'
import type { Exchange } from './receive-chunk.ts'
import { RegistryError } from './registry-error.ts'

/** Each brings its annotations along. */
const REFERRERS = 100

function pageOf(query: URLSearchParams): { limit: number; after: string } {
  const asked = query.get('n')
  const limit = asked === null ? 1000 : Number(asked)
  if (!Number.isInteger(limit) || limit < 0)
    throw new RegistryError('UNSUPPORTED', 'Give n as a whole number.', { status: 400 })
  return { limit: Math.min(limit, 1000), after: query.get('last') ?? '' }
}

/** Answers a page and, where there is more, the link to the next one. */
function sendPage(
  reply: FastifyReply,
  path: string,
  key: string,
  names: string[],
  limit: number,
  facts: object,
): FastifyReply {
  const shown = names.slice(0, limit)
  const last = shown.at(-1)
  if (names.length > limit && last !== undefined)
    reply.header('link', `<${path}?n=${limit}&last=${encodeURIComponent(last)}>; rel="next"`)
  return reply.type('application/json').send(JSON.stringify({ ...facts, [key]: shown }))
}

export async function listTags({ platform, reply, query, listing }: Exchange): Promise<FastifyReply> {
  const { limit, after } = pageOf(query)
  const names = await tagsOf(platform.db, listing.id, after, limit + 1)
  return sendPage(reply, `/v2/${listing.name}/tags/list`, 'tags', names, limit, { name: listing.name })
}

/** The repositories of the caller's organization that hold images. */
export async function listRepositories(
  platform: Platform,
  caller: Caller,
  query: URLSearchParams,
  reply: FastifyReply,
) {
  const { limit, after } = pageOf(query)
  const names = caller.kind === 'key' ? await repositoriesOf(platform.db, caller.organizationId, after, limit + 1) : []
  return sendPage(reply, '/v2/_catalog', 'repositories', names, limit, {})
}

/** What says that it is about an image: signatures, bills of material. An image nobody speaks of has an empty list. */
export async function listReferrers(
  { platform, reply, query, listing }: Exchange,
  digest: string,
): Promise<FastifyReply> {
  if (!isDigest(digest))
    throw new RegistryError('DIGEST_INVALID', 'Give the digest as sha256: and 64 hexadecimal digits.')
  const wanted = query.get('artifactType')
  const found = await referrersOf(platform.db, listing.id, digest, {
    limit: REFERRERS + 1,
    after: query.get('last') ?? '',
    artifactType: wanted ?? undefined,
  })
  const manifests = found.slice(0, REFERRERS).map(({ digest, mediaType, artifactType, annotations, size }) => ({
    mediaType,
    digest,
    size,
    ...(artifactType === null ? {} : { artifactType }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  }))
  if (wanted !== null) reply.header('oci-filters-applied', 'artifactType')
  const last = manifests.at(-1)
  if (found.length > REFERRERS && last !== undefined) {
    const next = new URLSearchParams({ ...(wanted === null ? {} : { artifactType: wanted }), last: last.digest })
    reply.header('link', `</v2/${listing.name}/referrers/${digest}?${next}>; rel="next"`)
  }
  const index = JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.index, manifests })
  // As bytes: a text would get a charset, and clients compare the media type as it stands.
  return reply.type(mediaTypes.index).send(Buffer.from(index))
}
