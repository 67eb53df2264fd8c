import type { Trust } from '../../actions/trust/read-trust.ts'
import { reviewedWords } from '../../domain/moderation/words.ts'
import { toItems } from '../../domain/platform/items.ts'
import { signatureAnswer } from '../release/signatures.ts'

/** What is declared, checked and observed, as it is answered. */
export function trustAnswer({ listing, release, egress, policySystem, materials, ...trust }: Trust) {
  const { calls } = policySystem
  return {
    listing: { id: listing.id, name: listing.name, title: listing.title },
    publisher: { id: listing.organizationId, name: listing.organizationName, title: listing.organizationTitle },
    release: {
      id: release.id,
      version: release.version,
      imageDigest: release.imageDigest,
      createdAt: release.createdAt.toISOString(),
      approvedAt: release.approvedAt?.toISOString() ?? null,
    },
    egress: {
      ...egress,
      observed: egress.observed.map(({ port, lastAt, ...host }) => ({
        ...host,
        port: port || null,
        lastAt: lastAt.toISOString(),
      })),
    },
    policySystem: { ...policySystem, calls: calls && { ...calls, lastAt: calls.lastAt?.toISOString() ?? null } },
    fields: trust.fields,
    materials: { ...materials, dataAt: materials.dataAt?.toISOString() ?? null },
    signatures: trust.signatures.map((each) => signatureAnswer(each, listing.organizationName)),
    signedReleasesOnly: listing.signedReleasesOnly,
    dataSheet: [...trust.sheet, ...trust.observed],
    reviews: toItems(
      trust.reviews,
      ({ version }) => version,
      ({ version, words, openedAt, approvedAt }) => ({
        kind: words.length === 0 ? ('release' as const) : ('words' as const),
        version,
        words: reviewedWords.filter((word) => words.includes(word)),
        openedAt: openedAt.toISOString(),
        approvedAt: approvedAt.toISOString(),
      }),
    ),
  }
}
