import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createConsoleRouter } from './router.ts'
import { Refusal } from './testing/fake-api.ts'
import { formerPlaces, placesOf } from './testing/places.ts'
import { visit } from './testing/render.tsx'
import { whole } from './testing/things.ts'

it('every page is named with somebody who visits it, and nothing else is', () => {
  const visited = new Set([...Object.values(placesOf).flat(), ...formerPlaces])
  expect([...visited].sort()).toEqual(Object.keys(createConsoleRouter().routesByPath).sort())
})

it.each([
  ['/manage', 'Manage · MKT'],
  ['/manage/policies', 'Policies · Manage · MKT'],
  ['/organization/members', 'Members · Acme Insurance · MKT'],
  ['/nowhere', 'There is nothing here · MKT'],
])('%s has a title of its own in the tabs of the browser', async (path, title) => {
  visit(path, {
    answers: {
      ...{ listInstallations: whole(), listPolicies: whole() },
      ...{ listMembers: whole(), listInvitations: whole() },
    },
  })
  await waitFor(() => expect(document.title).toBe(title))
})

it('the page of a thing that is not there leads home instead of asking again', async () => {
  const missing = new Refusal(404, 'not_found', 'There is no such installation.')
  const answers = { getInstallation: missing, getDeliverySummary: missing, listDeliveries: missing }
  visit('/manage/installations/installation_9', { answers: { ...answers, listInstallationLog: missing } })
  await screen.findByRole('link', { name: 'Go to Home' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
