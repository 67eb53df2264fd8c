import type { Platform } from '../../actions/platform/platform.ts'
import { type RegisterRow, readRegister } from '../../actions/trust/read-register.ts'
import { readTrust } from '../../actions/trust/read-trust.ts'
import { registerCsv, registerCsvHead } from '../../domain/trust/register-csv.ts'
import { listingById } from '../../store/listing/listings.ts'
import { releaseById } from '../../store/release/releases.ts'
import { exportAnswer } from '../http/export-answer.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { leftOutOf, linesOf } from '../http/left-out.ts'
import { type RawAnswer, type Route, route } from '../http/route.ts'
import { installationSubject } from '../installation/installations.ts'
import { releaseSubject } from '../release/releases.ts'
import { trustAnswer } from './trust-answer.ts'

function registered({ installation, tenant, trust }: RegisterRow) {
  const { id, name, state, test, createdAt } = installation
  return {
    installation: { id, name, state, test, tenant, createdAt: createdAt.toISOString() },
    trust: trustAnswer(trust),
  }
}

/** The register as the schema of the operation has it, written row by row. */
function jsonRegister(platform: Platform, { id, name }: { id: string; name: string }): Promise<RawAnswer> {
  const head = JSON.stringify({ organization: { id, name }, at: platform.clock.now().toISOString() })
  return exportAnswer('application/json; charset=utf-8', {
    head: `${head.slice(0, -1)},"installations":[`,
    lines: jsonRows(platform, id),
    tail: ']}',
  })
}

const idOf = ({ installation }: RegisterRow) => installation.id

async function* jsonRows(platform: Platform, organizationId: string): AsyncGenerator<string> {
  let separator = ''
  for await (const row of readRegister(platform, organizationId)) {
    const line = (shown: RegisterRow) => separator + JSON.stringify(registered(shown))
    for (const text of linesOf([row], idOf, line, leftOutOf(platform.log, { operation: 'getRegister' }))) {
      yield text
      separator = ','
    }
  }
}

async function* csvRows(platform: Platform, organizationId: string): AsyncGenerator<string> {
  const leftOut = leftOutOf(platform.log, { operation: 'getRegister' })
  const line = (row: RegisterRow) => registerCsv(registered(row))
  for await (const row of readRegister(platform, organizationId)) yield* linesOf([row], idOf, line, leftOut)
}

/** The first of both types that the header names decides; JSON where it names neither. */
function prefersCsv(accept: string | string[] | undefined): boolean {
  const types = String(accept ?? '').toLowerCase()
  const csv = types.indexOf('text/csv')
  const json = types.indexOf('application/json')
  return csv !== -1 && (json === -1 || csv < json)
}

/** What is known of an app, for one release, one installation, or everything an organization has installed. */
export function trustRoutes(platform: Platform): Route[] {
  return [
    route('getReleaseTrust', {
      subject: ({ params, caller }) => releaseSubject(platform, params.id, caller),
      handle: async ({ subject: { listing, release } }) => trustAnswer(await readTrust(platform, { listing, release })),
    }),
    route('getInstallationTrust', {
      subject: ({ params }) => installationSubject(platform, params.id),
      async handle({ subject: { installation } }) {
        const [listing, release] = await Promise.all([
          listingById(platform.db, installation.listingId),
          releaseById(platform.db, installation.releaseId),
        ])
        if (listing === undefined || release === undefined) throw notFound()
        return trustAnswer(await readTrust(platform, { listing, release, installation }))
      },
    }),
    route('getRegister', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, query, headers, setHeader }) {
        const isCsv = query.format === undefined ? prefersCsv(headers.accept) : query.format === 'csv'
        if (!isCsv) return jsonRegister(platform, organization)
        const lines = csvRows(platform, organization.id)
        const exported = await exportAnswer('text/csv; charset=utf-8', { head: registerCsvHead, lines })
        setHeader('content-disposition', `attachment; filename="${organization.name}-register.csv"`)
        return exported
      },
    }),
  ]
}
