import { type ConfigurationInput, carryOver, readBack } from '@mkt/manifest'
import { checkConfiguration } from '../../actions/installation/check-configuration.ts'
import { reconfigureApp } from '../../actions/installation/reconfigure-app.ts'
import { restoreConfiguration } from '../../actions/installation/restore-configuration.ts'
import { refuseConfiguration, storedConfiguration } from '../../actions/installation/stored-configuration.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { compareRevisions } from '../../domain/installation/configuration.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import {
  type Configuration,
  configurationAt,
  configurationsOf,
  marksBetween,
} from '../../store/installation/configurations.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import { notFound } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { installationSubject } from './installations.ts'

/** The present configuration as it may be read back. */
async function currentConfiguration(platform: Platform, id: string, setHeader: (name: 'etag', value: string) => void) {
  const { installation } = await installationSubject(platform, id)
  const [stored, row, release] = await Promise.all([
    storedConfiguration(platform.db, installation),
    configurationAt(platform.db, installation.id, installation.revision),
    releaseById(platform.db, installation.releaseId),
  ])
  if (!row || !release) throw notFound()
  setHeader('etag', `"${installation.revision}"`)
  return {
    revision: installation.revision,
    settings: readBack(stored, release.manifest),
    // Fields of a former release stay stored; shown and sent back they would be refused as unknown.
    mappings: carryOver(stored, release.manifest).mappings,
    updatedAt: row.createdAt.toISOString(),
    updatedBy: row.createdBy,
  }
}

function revisionAnswer(row: Configuration, current: number) {
  return {
    revision: row.revision,
    current: row.revision === current,
    release: row.releaseVersion === null ? null : { id: row.releaseId, version: row.releaseVersion },
    settings: row.settings,
    mappings: row.mappings,
    marks: row.marks,
    restoredFrom: row.restoredFrom,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
  }
}

/** What the application says about a configuration before it is saved for a release. */
async function checked(platform: Platform, installation: Installation, releaseId: string, input: ConfigurationInput) {
  const release = await releaseById(platform.db, releaseId)
  if (release === undefined || release.listingId !== installation.listingId) throw notFound()
  return checkConfiguration(platform, installation, release, input)
}

export function configurationRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { id: string } }) => installationSubject(platform, params.id)
  const revision = async (id: string, number: number) => {
    const row = await configurationAt(platform.db, id, number)
    if (!row) throw notFound()
    return row
  }
  return [
    route('getConfiguration', {
      subject,
      handle: ({ params, setHeader }) => currentConfiguration(platform, params.id, setHeader),
    }),
    route('putConfiguration', {
      subject,
      async handle({ subject: { installation }, body, params, setHeader, ifMatch, ...origin }) {
        const check = await checked(platform, installation, installation.releaseId, body)
        if (check.blocking) refuseConfiguration(check.problems)
        await reconfigureApp(platform, installation, { ...body, ifMatch }, origin)
        return currentConfiguration(platform, params.id, setHeader)
      },
    }),
    route('checkConfiguration', {
      subject,
      handle: ({ subject: { installation }, body: { releaseId, ...input } }) =>
        checked(platform, installation, releaseId ?? installation.releaseId, input),
    }),
    route('listConfigurations', {
      subject,
      async handle({ subject: { installation }, query }) {
        const page = pageOf(query)
        const rows = await configurationsOf(platform.db, installation.id, page, query.q)
        return toPage(
          rows,
          page,
          (row) => String(row.revision),
          (row) => revisionAnswer(row, installation.revision),
        )
      },
    }),
    route('getConfigurationRevision', {
      subject,
      async handle({ subject: { installation }, params }) {
        return revisionAnswer(await revision(installation.id, params.revision), installation.revision)
      },
    }),
    route('compareConfigurations', {
      subject,
      async handle({ params, query }) {
        const to = await revision(params.id, params.revision)
        const other = query.with ?? params.revision - 1
        const from = other < 1 ? undefined : await revision(params.id, other)
        const range = [other, to.revision].sort((a, b) => a - b) as [number, number]
        const between = await marksBetween(platform.db, params.id, ...range)
        return { from: other, to: to.revision, differences: compareRevisions(from, to, between) }
      },
    }),
    route('restoreConfiguration', {
      subject,
      async handle({ subject: { installation }, params, setHeader, ...origin }) {
        await restoreConfiguration(platform, installation, params.revision, origin)
        return currentConfiguration(platform, params.id, setHeader)
      },
    }),
  ]
}
