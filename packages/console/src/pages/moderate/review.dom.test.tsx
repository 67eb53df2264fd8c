import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Answers } from '../../testing/fake-api.ts'
import { publisher, staff } from '../../testing/people.ts'
import { visit } from '../../testing/render.tsx'
import { dataSheetOf, listing, picturesOf, release, review, trustOf, whole } from '../../testing/things.ts'
import { moderate } from '../../texts/moderate.ts'
import { trust } from '../../texts/trust.ts'

const dossier = {
  ...review(),
  findings: [],
  checklist: [],
  asksMore: [],
  comparedWith: null,
  changes: [],
  evidence: [],
  messages: [],
}
const answers = {
  getReview: dossier,
  getListing: listing(),
  getRelease: release(),
  listReviewMessages: whole(),
  getReleaseTrust: trustOf(),
  getDataSheet: dataSheetOf(),
  getPictures: picturesOf(),
  listReviews: whole(review(), review({ id: 'review_2' })),
}
/** Reviews that are decided once changes were requested. */
function decidedOnRequest(): Answers {
  const decided = new Set<string>()
  const one = (id = '') => review({ id, state: decided.has(id) ? 'CHANGES_REQUESTED' : 'OPEN' })
  return {
    ...answers,
    getReview: ({ params }) => ({ ...dossier, ...one(params.id) }),
    requestChanges: ({ params }) => {
      decided.add(params.id ?? '')
      return one(params.id)
    },
  }
}
const buttons = () => screen.queryAllByRole('button', { name: /Approve|Request changes|Suspend|Send/ })

describe('a review', () => {
  it('is decided by a moderator, with a reason where changes are asked for', async () => {
    const { api, user } = visit('/moderate/review_1', {
      as: staff('moderator'),
      answers: { ...answers, requestChanges: review({ state: 'CHANGES_REQUESTED' }) },
    })
    await user.click(await screen.findByRole('button', { name: 'Request changes' }))
    await screen.findByText('Give a reason for your decision.')
    expect(api.asked).not.toContain('requestChanges')
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Describe the data you keep.')
    await user.click(screen.getByRole('button', { name: 'Request changes' }))
    await waitFor(() =>
      expect(api.requests.find(({ operation }) => operation === 'requestChanges')?.body).toEqual({
        reason: 'Describe the data you keep.',
      }),
    )
  })

  it('is approved only after a confirmation that says how many installations it reaches', async () => {
    const { api, user } = visit('/moderate/review_1', {
      as: staff('moderator'),
      answers: { ...answers, approveReview: review({ state: 'APPROVED' }) },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Well described.')
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/all 3 installations/)
    expect(api.asked).not.toContain('approveReview')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(api.asked).toContain('approveReview'))
  })

  it('is decided by keyboard, and then leads to the review that has waited longest', async () => {
    const { user } = visit('/moderate/review_1', { as: staff('moderator'), answers: decidedOnRequest() })
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Say where data goes.')
    await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    const next = await screen.findByRole('link', { name: /Next review/ })
    expect(next.getAttribute('href')).toBe('/moderate/review_2')
    expect(document.activeElement).toBe(next)
  })

  it('shows what was decided, by whom and why once it is, and leads on; suspending the listing stands apart', async () => {
    const decided = { state: 'CHANGES_REQUESTED', reason: 'Say where data goes.', decidedBy: 'Mona' } as const
    const getReview = { ...dossier, ...review({ ...decided, decidedAt: '2026-05-04T10:00:00.000Z' }) }
    visit('/moderate/review_1', { as: staff('moderator'), answers: { ...answers, getReview } })
    const decision = within(
      (await screen.findByRole('heading', { name: 'Decision' })).closest('section') as HTMLElement,
    )
    for (const words of ['Changes requested', 'Mona', 'Say where data goes.']) decision.getByText(words)
    const next = await decision.findByRole('link', { name: /Next review/ })
    expect(document.activeElement).not.toBe(next)
    expect(decision.queryAllByRole('button')).toEqual([])
    expect(screen.queryByRole('heading', { name: 'Decide' })).toBeNull()
    await screen.findByRole('button', { name: /Suspend listing/ })
  })

  it('begins the next review without the reason and the decision of the last one', async () => {
    const { user } = visit('/moderate/review_1', { as: staff('moderator'), answers: decidedOnRequest() })
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Say where data goes.')
    await user.click(screen.getByRole('button', { name: 'Request changes' }))
    await user.click(await screen.findByRole('link', { name: /Next review/ }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Next review/ })).toBeNull())
    const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
    expect(reason.value).toBe('')
  })

  it('suspends a listing only in a dialog that says how many installations run', async () => {
    const { api, user } = visit('/moderate/review_1', { as: staff('moderator'), answers })
    await user.click(await screen.findByRole('button', { name: /Suspend listing/ }))
    await within(await screen.findByRole('dialog')).findByText(/3 installations keep running unless you stop them/)
    expect(api.asked).not.toContain('suspendListing')
  })

  it('offers its publisher to answer, and never to decide', async () => {
    visit('/moderate/review_1', { as: publisher('developer'), answers })
    await screen.findByRole('button', { name: 'Send' })
    expect(buttons().map((button) => button.textContent)).toEqual(['Send'])
  })

  it.each([
    ['a viewer', publisher('viewer')],
    ['an operator', staff('operator')],
  ] as const)('is only read by %s', async (_, as) => {
    visit('/moderate/review_1', { as, answers })
    await screen.findByText('The platform noticed nothing.')
    expect(buttons()).toEqual([])
  })

  it('stands in pages that say whom they are for', async () => {
    visit('/moderate', { as: publisher('owner'), answers: { listReviews: whole() } })
    await screen.findByText('These pages are for the moderators of the platform.')
    expect(screen.queryByRole('link', { name: 'Moderate' })).toBeNull()
  })
})

it('a moderator marks lines of the data sheet as checked and takes marks back', async () => {
  const { api, user } = visit('/moderate/review_1', {
    as: staff('moderator'),
    answers: { ...answers, checkDataSheet: dataSheetOf() },
  })
  await user.click(await screen.findByRole('checkbox', { name: /Kept for/ }))
  await user.click(screen.getByRole('checkbox', { name: /Legal name/ }))
  await user.click(screen.getByRole('button', { name: trust.checkSave }))
  await screen.findByText(trust.checkSaved)
  const sent = api.requests.filter(({ operation }) => operation === 'checkDataSheet')
  expect(sent.map(({ body }) => body)).toEqual([
    { lines: ['keptFor'], checked: true },
    { lines: ['legalName'], checked: false },
  ])
})

it('a review of words shows each changed text before and after', async () => {
  const details = ['Before: not stated', 'After: Zenith Ltd']
  const changes = [{ kind: 'words', name: 'data sheet: Legal name', change: 'changed' as const, details }]
  const getReview = { ...dossier, words: ['dataSheet'], changes }
  visit('/moderate/review_1', { as: staff('moderator'), answers: { ...answers, getReview } })
  const table = await screen.findByRole('table', { name: trust.changedWords })
  expect(table.textContent).toContain('not stated')
  expect(table.textContent).toContain('Zenith Ltd')
})

it('a review of changed pictures shows them as they would be', async () => {
  const words = { ...dossier, words: ['media'] }
  const screenshots = [{ id: 'pic_1', url: '/api/v1/listings/lst_1/pictures/pic_1', width: 20, height: 20 }]
  const getPictures = picturesOf({ waiting: { reviewId: 'review_1', logo: null, screenshots } })
  visit('/moderate/review_1', { as: staff('moderator'), answers: { ...answers, getReview: words, getPictures } })
  await screen.findByRole('heading', { name: trust.waitingPictures })
  expect(screen.getByRole('img', { name: 'Screenshot 1' }).getAttribute('src')).toBe(screenshots[0]?.url)
})

it('the reason, the message and the marks that a moderator began are there when the review is opened again', async () => {
  const as = staff('moderator')
  const { user } = visit('/moderate/review_1', { as, answers })
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Data.')
  await user.type(await screen.findByRole('textbox', { name: moderate.say }), 'Why?')
  await user.click(await screen.findByRole('checkbox', { name: /Kept for/ }))
  visit('/moderate/review_1', { as, answers })
  expect(await screen.findByRole('textbox', { name: 'Reason' })).toHaveProperty('value', 'Data.')
  expect(await screen.findByRole('textbox', { name: moderate.say })).toHaveProperty('value', 'Why?')
  expect(await screen.findByRole('checkbox', { name: /Kept for/ })).toHaveProperty('checked', true)
  // Marks belong to the words that were read.
  visit('/moderate/review_1', { as, answers: { ...answers, getDataSheet: dataSheetOf({ revision: 5 }) } })
  expect(await screen.findByRole('checkbox', { name: /Kept for/ })).toHaveProperty('checked', false)
})

it('a moment in the checklist is written in the zone that the moderator chose', async () => {
  const as = { ...staff('moderator'), preferences: { timeZone: 'Asia/Tokyo', locale: null, noMailAbout: [] } }
  const check = {
    id: 'runs',
    title: 'It has run',
    passed: true,
    detail: 'It went live',
    at: '2026-11-02T20:00:00.000Z',
  }
  visit('/moderate/review_1', { as, answers: { ...answers, getReview: { ...dossier, checklist: [check] } } })
  await screen.findByText(/^It went live 3 Nov 2026/)
})
