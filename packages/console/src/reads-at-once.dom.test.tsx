import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Me } from './queries/session/session.ts'
import type { Answers } from './testing/fake-api.ts'
import { publisher, staff } from './testing/people.ts'
import { visit } from './testing/render.tsx'
import { installation, listing, review } from './testing/things.ts'

type Asked = keyof Answers

interface Page {
  path: string
  as?: Me
  /** What is answered; everything else of the page is asked and never answered. */
  answers?: Answers
  reads: Asked[]
}

const dossier = {
  ...{ ...review(), findings: [], checklist: [], asksMore: [], comparedWith: null },
  ...{ changes: [], evidence: [], messages: [] },
}
const rater = installation({ answers: ['rater'], externalRaters: ['rater'] })
const overview = '/manage/installations/installation_1'
const own = '/publish/listing_1'

const pages: Record<string, Page> = {
  'an installation that takes events': {
    path: overview,
    answers: { getInstallation: installation() },
    reads: [
      ...(['getInstallation', 'listInstallationLog', 'getListing', 'getRelease'] as const),
      ...(['getDeliverySummary', 'listDeliveries'] as const),
    ],
  },
  'an installation that rates, of which no events are read': {
    path: overview,
    answers: { getInstallation: rater },
    reads: ['getInstallation', 'listInstallationLog', 'getListing', 'getRelease', 'getCallFigures', 'listCalls'],
  },
  'the details of a listing': {
    path: `${own}/details`,
    as: publisher('owner'),
    reads: ['getListing', 'getPictures', 'getDataSheet'],
  },
  'the findings of a listing': {
    path: `${own}/findings`,
    as: publisher('owner'),
    answers: { getListing: listing() },
    reads: ['getListing', 'getFindings'],
  },
  'the manifest of a listing that has no draft': {
    path: `${own}/manifest`,
    as: publisher('owner'),
    answers: {
      getListing: listing(),
      getDraftManifest: { manifest: null, problems: [], warnings: [], revision: 'none' },
    },
    reads: ['getListing', 'getDraftManifest', 'getRelease'],
  },
  'where a package is used': { path: '/manage/packages?q=log4j', reads: ['findPackages'] },
  'an account': { path: '/account', reads: ['getFactors', 'getSsoLinks', 'listSessions'] },
  'an open review': {
    path: '/moderate/review_1',
    as: staff('moderator'),
    answers: { getReview: dossier },
    reads: [
      ...(['getReview', 'listReviewMessages', 'getListing', 'getRelease', 'getReleaseTrust'] as const),
      'getDataSheet',
    ],
  },
}

it.each(Object.entries(pages))('%s is read at once, as far as its reads are known', async (_name, page) => {
  const { path, as, answers, reads } = page
  const waiting = Object.fromEntries(reads.map((operation) => [operation, () => new Promise(() => undefined)]))
  const { api, router } = visit(path, { ...(as ? { as } : {}), answers: { ...waiting, ...answers } as Answers })
  await waitFor(() => expect(new Set(api.asked)).toEqual(new Set(['listNotifications', ...reads])))
  // The script of the page has come too: nothing of this test is in progress when it ends.
  await waitFor(() => expect(router.state.status).toBe('idle'))
  // Nothing is read twice.
  const words = api.requests.map(({ operation, params, query }) => JSON.stringify([operation, params, query]))
  expect(words).toHaveLength(new Set(words).size)
})
