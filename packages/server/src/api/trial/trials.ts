import { access } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import type { Platform } from '../../actions/platform/platform.ts'
import { createTrial } from '../../actions/trial/create-trial.ts'
import { dropSample, pinSample } from '../../actions/trial/pin-sample.ts'
import { trialCallIdentity, trialReportIdentity } from '../../actions/trial/settle-trial.ts'
import { decideAccess, type Subject } from '../../domain/accounts/access.ts'
import { belongsTo, type Caller, organizationsOf } from '../../domain/accounts/caller.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { impactCsv } from '../../domain/trial/impact-csv.ts'
import type { RateImpact } from '../../domain/trial/rate-impact.ts'
import { currentImpact, currentPublisherImpact, type StoredImpact } from '../../domain/trial/stored-impact.ts'
import { mostSampleCalls } from '../../domain/trial/trial.ts'
import { installationById } from '../../store/installation/installations.ts'
import { isInstalledBy } from '../../store/listing/listing-customers.ts'
import { type Release, releaseById } from '../../store/release/releases.ts'
import { countSample } from '../../store/trial/samples.ts'
import { listTrials, type Trial, trialById, trialCall } from '../../store/trial/trials.ts'
import { notFound } from '../http/find.ts'
import { RawAnswer, type Route, route } from '../http/route.ts'
import { installationSubject } from '../installation/installations.ts'
import { shadowAnswer } from './shadow-answer.ts'

interface TrialSubject extends Subject {
  trial: Trial
  /** Whether the caller stands on the customer's side. */
  customer: boolean
}

async function openReport(platform: Platform, trial: Trial): Promise<RateImpact | null> {
  if (trial.report === null) return null
  const text = await platform.vault.open(trial.organizationId, trialReportIdentity(trial.id), trial.report)
  return currentImpact(JSON.parse(text.toString('utf8')) as StoredImpact)
}

/** A list shows trials without their reports. Which policies were chosen is the customer's alone. */
function answer(trial: Trial, customer: boolean, report: RateImpact | null = null) {
  const { policies, ...others } = trial.only
  const only = customer && policies !== undefined ? { ...others, policies } : others
  const { id, installationId, state, sample, calls, done, gates, failedGates, isolation, failure } = trial
  return {
    id,
    installationId,
    release: { id: trial.releaseId, version: trial.version },
    baseline: { id: trial.baselineReleaseId, version: trial.baselineVersion },
    ...{ state, sample, only, calls, done, gates, failedGates, isolation, failure, report },
    publisherReport: trial.publisherReport && currentPublisherImpact(trial.publisherReport),
    createdAt: trial.createdAt.toISOString(),
    startedAt: trial.startedAt?.toISOString() ?? null,
    endedAt: trial.endedAt?.toISOString() ?? null,
  }
}

async function sampleAnswer(platform: Platform, id: string) {
  const [installation, { calls, from, to }] = await Promise.all([
    installationById(platform.db, id),
    countSample(platform.db, id),
  ])
  return {
    until: installation?.sampleUntil?.toISOString() ?? null,
    calls,
    limit: mostSampleCalls,
    full: calls >= mostSampleCalls,
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
  }
}

/** Trials of releases, and the samples they are made with. */
export function trialRoutes(platform: Platform): Route[] {
  const ofInstallation = ({ params }: { params: { id: string } }) => installationSubject(platform, params.id)

  async function releaseOf(id: string): Promise<Release> {
    const release = await releaseById(platform.db, id)
    if (release === undefined) throw notFound()
    return release
  }

  async function trialSubject({ params, caller }: { params: { id: string }; caller: Caller }): Promise<TrialSubject> {
    const trial = await trialById(platform.db, params.id)
    if (trial === undefined) throw notFound()
    const customer = belongsTo(caller, trial.organizationId) || !belongsTo(caller, trial.publisherId)
    return { organizationId: customer ? trial.organizationId : trial.publisherId, test: trial.test, trial, customer }
  }

  /** Only the customer's side, no matter who asks. */
  async function customersTrial(asked: { params: { id: string }; caller: Caller }): Promise<TrialSubject> {
    const subject = await trialSubject(asked)
    return { ...subject, organizationId: subject.trial.organizationId }
  }

  async function trialsOf(
    filter: Parameters<typeof listTrials>[1],
    query: Parameters<typeof pageOf>[0],
    customer: boolean,
  ) {
    const page = pageOf(query)
    return toPage(
      await listTrials(platform.db, filter, page),
      page,
      (row) => row.id,
      (row) => answer(row, customer),
    )
  }

  return [
    route('createTrial', {
      async subject({ params, caller }) {
        const release = await releaseOf(params.id)
        const others = organizationsOf(caller).filter((id) => id !== release.organizationId)
        const shared = await isInstalledBy(platform.db, release.listingId, others)
        return { organizationId: release.organizationId, shared, release }
      },
      async handle({ subject, body, ...origin }) {
        const { release } = subject
        const installation = await installationById(platform.db, body.installationId)
        if (installation === undefined || installation.listingId !== release.listingId) throw notFound()
        const { organizationId, test } = installation
        const runs = decideAccess(access.upgradeInstallation, origin.caller, { organizationId, test }) === 'allowed'
        const publishes = decideAccess(access.promoteRelease, origin.caller, subject) === 'allowed'
        if (!runs && !publishes) throw notFound()
        if (body.openEgress === true && !runs)
          throw new Failure('forbidden', 'Only the customer can allow egress for a trial with its own calls.')
        if (body.only?.policies !== undefined && !runs)
          throw new Failure(
            'forbidden',
            'Only the customer can choose calls by policy. Use all calls, or a time range.',
          )
        const { sample, only = {}, gates = {}, openEgress = false } = body
        const request = { installation, release, sample, only, gates, openEgress }
        const id = await createTrial(platform, request, origin)
        return answer((await trialById(platform.db, id)) as Trial, runs)
      },
    }),
    route('getTrial', {
      subject: trialSubject,
      async handle({ subject: { trial, customer } }) {
        return answer(trial, customer, customer ? await openReport(platform, trial) : null)
      },
    }),
    route('exportTrial', {
      subject: customersTrial,
      async handle({ subject: { trial }, setHeader }) {
        const report = await openReport(platform, trial)
        if (report === null)
          throw new Failure('illegal_move', `The trial is ${trial.state}: it has no report to export yet.`)
        setHeader('content-disposition', `attachment; filename="${trial.id}.csv"`)
        return new RawAnswer('text/csv; charset=utf-8', Buffer.from(impactCsv(report)))
      },
    }),
    route('getTrialCall', {
      subject: customersTrial,
      async handle({ subject: { trial }, params }) {
        const sealed = await trialCall(platform.db, trial.id, params.call)
        if (sealed === undefined)
          throw new Failure(
            'payload_gone',
            'The answers of this call are not stored: only those with the largest changes are.',
          )
        const text = await platform.vault.open(trial.organizationId, trialCallIdentity(trial.id, params.call), sealed)
        return JSON.parse(text.toString('utf8'))
      },
    }),
    route('listTrials', {
      subject: ofInstallation,
      handle: ({ params, query }) => trialsOf({ installationId: params.id, state: query.state }, query, true),
    }),
    route('listReleaseTrials', {
      subject: async ({ params }) => ({ organizationId: (await releaseOf(params.id)).organizationId }),
      handle: ({ params, query }) => trialsOf({ releaseId: params.id, state: query.state }, query, false),
    }),
    route('getShadow', {
      subject: ofInstallation,
      handle: ({ subject: { installation } }) => shadowAnswer(platform, installation),
    }),
    route('getSample', { subject: ofInstallation, handle: ({ params }) => sampleAnswer(platform, params.id) }),
    route('putSample', {
      subject: ofInstallation,
      async handle({ params, body, ...origin }) {
        await pinSample(platform, params.id, new Date(body.until), origin)
        return sampleAnswer(platform, params.id)
      },
    }),
    route('deleteSample', {
      subject: ofInstallation,
      async handle({ params, ...origin }) {
        await dropSample(platform, params.id, origin)
        return undefined
      },
    }),
  ]
}
