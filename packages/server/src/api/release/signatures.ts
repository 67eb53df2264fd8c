import { addPublisherKey, retireKey } from '../../actions/accounts/publisher-keys.ts'
import { readSignatures, type VerifiedSignature } from '../../actions/image/read-signatures.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { slicePage } from '../../domain/platform/page.ts'
import { type PublisherKey, publisherKeyById, publisherKeys } from '../../store/accounts/publisher-keys.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { releaseSubject } from './releases.ts'

function keyAnswer({ organizationId: _organization, createdAt, retiredAt, ...key }: PublisherKey) {
  return { ...key, createdAt: createdAt.toISOString(), retiredAt: retiredAt?.toISOString() ?? null }
}

/** Never a bare "signed": by which key of whom. */
export function signatureAnswer({ key, digest }: VerifiedSignature, organization: string) {
  const retiredAt = key.retiredAt?.toISOString() ?? null
  const retired = retiredAt === null ? '' : `, retired on ${retiredAt.slice(0, 10)}`
  return {
    key: { id: key.id, name: key.name, fingerprint: key.fingerprint, retiredAt },
    organization,
    digest,
    text: `Signed by key ${key.name} of ${organization} (${key.fingerprint}${retired})`,
  }
}

/** Keys of organizations, and who signed a release. */
export function signatureRoutes(platform: Platform): Route[] {
  return [
    route('getSigningKeys', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      handle: async ({ subject, query }) =>
        slicePage(await publisherKeys(platform.db, subject.organization.id), query, (key) => key.id, keyAnswer),
    }),
    route('addSigningKey', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      handle: async ({ subject: { organization }, body, ...origin }) =>
        keyAnswer(await addPublisherKey(platform, { organizationId: organization.id, ...body }, origin)),
    }),
    route('retireSigningKey', {
      async subject({ params }) {
        const key = await publisherKeyById(platform.db, params.id)
        if (key === undefined) throw notFound()
        return { organizationId: key.organizationId, key }
      },
      handle: async ({ subject: { key }, ...origin }) => keyAnswer(await retireKey(platform, key, origin)),
    }),
    route('getSignatures', {
      subject: ({ params, caller }) => releaseSubject(platform, params.id, caller),
      async handle({ subject: { release, listing }, query }) {
        const found = await readSignatures(platform, listing, release.imageDigest)
        return slicePage(
          found,
          query,
          ({ digest }) => digest,
          (each) => signatureAnswer(each, listing.organizationName),
        )
      },
    }),
  ]
}
