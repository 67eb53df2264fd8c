import { access } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { exceptFinding, withdrawException } from '../../actions/material/except-finding.ts'
import { readFindings } from '../../actions/material/read-findings.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { organizationsSeen, unowned } from '../../domain/accounts/access.ts'
import { type Exception, type Finding, isOpen } from '../../domain/material/finding.ts'
import { dataFor } from '../../domain/material/knowledge.ts'
import { type Severity, severities } from '../../domain/material/severity.ts'
import { toItems } from '../../domain/platform/items.ts'
import { slicePage, sliceRows } from '../../domain/platform/page.ts'
import { exceptionById, exceptionsOf } from '../../store/material/exceptions.ts'
import { installationsOfReleases, releasesWithPackage } from '../../store/material/packages.ts'
import { sbomOf } from '../../store/material/sboms.ts'
import { notFound } from '../http/find.ts'
import { RawAnswer, type Route, route } from '../http/route.ts'
import { listingSubject } from '../listing/listings.ts'
import { releaseSubject } from './releases.ts'

export function exceptionAnswer({ id, advisory, package: name, status, reason, author, until }: Exception) {
  return { id, advisory, package: name, status, reason, author, until: until.toISOString() }
}

function findingAnswer({ exception, firstSeenAt, ...finding }: Finding) {
  return {
    ...finding,
    exception: exception && exceptionAnswer(exception),
    firstSeenAt: firstSeenAt.toISOString(),
  }
}

/** What `GET /releases/{id}/findings` shows beside the findings themselves. */
function materialAnswer({ knowledge, findings, data, packages }: Awaited<ReturnType<typeof readFindings>>) {
  return {
    knowledge,
    open: Object.fromEntries(
      severities.map((severity) => [
        severity,
        findings.filter((finding) => finding.severity === severity && isOpen(finding)).length,
      ]),
    ) as Record<Severity, number>,
    data: toItems(
      data,
      (row) => row.ecosystem,
      (row) => ({
        ...row,
        newestAt: row.newestAt?.toISOString() ?? null,
        importedAt: row.importedAt.toISOString(),
      }),
    ),
    packages:
      packages?.map((row) => ({
        ...row,
        covered: dataFor(row.ecosystem, data).length > 0,
      })) ?? null,
  }
}

/** Bills of materials, findings, exceptions, and which releases have a package. */
export function materialRoutes(platform: Platform): Route[] {
  return [
    route('getSbom', {
      subject: ({ params, caller }) => releaseSubject(platform, params.id, caller),
      async handle({ subject: { release } }) {
        const sbom = await sbomOf(platform.db, release)
        if (sbom?.document === undefined || sbom.document === null)
          throw new Failure(
            'sbom_unavailable',
            sbom === undefined
              ? `The contents of ${release.listingName} ${release.version} are being read. Ask again in a minute.`
              : `The contents of ${release.listingName} ${release.version} could not be read: ${sbom.failure ?? 'no reason is known'}.`,
          )
        return new RawAnswer('application/vnd.cyclonedx+json', Buffer.from(sbom.document))
      },
    }),
    route('getFindings', {
      subject: ({ params, caller }) => releaseSubject(platform, params.id, caller),
      async handle({ subject: { release }, query }) {
        const read = await readFindings(platform.db, release, platform.clock.now())
        const asked = read.findings.filter(
          (finding) =>
            (query.severity === undefined || finding.severity === query.severity) &&
            (query.state === undefined || finding.state === query.state),
        )
        return { ...materialAnswer(read), ...slicePage(asked, query, ({ advisory }) => advisory, findingAnswer) }
      },
    }),
    route('getExceptions', {
      subject: ({ params }) => listingSubject(platform, params.id),
      handle: async ({ subject: { listing }, query }) =>
        slicePage(await exceptionsOf(platform.db, listing.id), query, ({ id }) => id, exceptionAnswer),
    }),
    route('createException', {
      subject: ({ params }) => listingSubject(platform, params.id),
      handle: async ({ subject: { listing }, body, ...origin }) =>
        exceptionAnswer(await exceptFinding(platform, { listingId: listing.id, ...body }, origin)),
    }),
    route('deleteException', {
      async subject({ params }) {
        const exception = await exceptionById(platform.db, params.id)
        if (exception === undefined) throw notFound()
        return { ...(await listingSubject(platform, exception.listingId)), exception }
      },
      async handle({ subject: { exception }, ...origin }) {
        await withdrawException(platform, exception, origin)
        return undefined
      },
    }),
    route('findPackages', {
      subject: () => unowned,
      async handle({ caller, query }) {
        const publishers = organizationsSeen(access.listDeployments, caller)
        const customers = organizationsSeen(access.listInstallations, caller)
        const found = await releasesWithPackage(platform.db, {
          ...query,
          publishers,
          customers,
        })
        const uses = Map.groupBy(found, (row) => row.releaseId)
        const { rows, next } = sliceRows([...uses.keys()], query)
        const installed = await installationsOfReleases(platform.db, rows, customers)
        const items = toItems(
          rows,
          (releaseId) => releaseId,
          (releaseId) => useAnswer(releaseId, uses.get(releaseId) ?? [], installed),
        )
        return { items, next }
      },
    }),
  ]
}

type Uses = Awaited<ReturnType<typeof releasesWithPackage>>
type Installed = Awaited<ReturnType<typeof installationsOfReleases>>

function useAnswer(releaseId: string, rows: Uses, installed: Installed) {
  const [first] = rows as [Uses[number]]
  return {
    release: { id: releaseId, version: first.version, state: first.state },
    listing: { id: first.listingId, name: first.listingName },
    packages: rows.map((row) => ({ name: row.package, version: row.packageVersion, purl: row.purl })),
    installations: installed
      .filter((row) => row.releaseId === releaseId)
      .map(({ id, organization, tenant, state, test }) => ({ id, organization, tenant, state, test })),
  }
}
