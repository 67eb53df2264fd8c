import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Answers } from '../../testing/fake-api.ts'
import { publisher, staff } from '../../testing/people.ts'
import { pressable } from '../../testing/pressable.ts'
import { visit } from '../../testing/render.tsx'
import { dataSheetOf, deployment, listing, manifest, picturesOf, release, whole } from '../../testing/things.ts'

const at = '2026-03-01T10:00:00.000Z'
const own = listing({ own: true, state: 'DRAFT' })
const base: Answers = { getListing: own, getRelease: release(), getDataSheet: dataSheetOf(), getPictures: picturesOf() }
const inMain = (button: HTMLElement) => screen.getByRole('main').contains(button)

describe('the pages of a publisher', () => {
  it('let a developer change the words of a listing; a viewer reads them', async () => {
    const answers = { ...base, changeListing: { ...own, revision: 5 } }
    const { api, user } = visit('/publish/listing_1/details', { as: publisher('developer'), answers })
    await user.type(await screen.findByRole('textbox', { name: /^Summary/ }), ' Now.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('The listing is saved.')
    expect(api.requests.find(({ operation }) => operation === 'changeListing')).toMatchObject({
      body: { summary: 'Tells people. Now.' },
      headers: { 'if-match': '"4"' },
    })

    visit('/publish/listing_1/details', { as: publisher('viewer'), answers: base })
    await screen.findByText('Tells people.')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(pressable().filter(inMain)).toEqual([])
  })

  it('let a developer promote and roll back; a viewer sees the releases', async () => {
    const releases = whole(
      release({ followed: false }),
      release({ id: 'release_0', version: '1.1.0', state: 'SUPERSEDED' }),
    )
    const answers = { ...base, listReleases: releases, getInstalls: { releases: [], failing: [] } }
    visit('/publish/listing_1/releases', { as: publisher('developer'), answers })
    await screen.findByRole('button', { name: 'Promote: 1.2.0' })
    screen.getByRole('button', { name: 'Roll back to it: 1.1.0' })
    visit('/publish/listing_1/releases', { as: publisher('viewer'), answers })
    await screen.findByRole('link', { name: '1.2.0' })
    screen.getByRole('button', { name: 'Promote: 1.2.0' })
    expect(pressable(/Promote|Roll back/)).toEqual([])
  })

  it('let a developer restart a deployment and set its replicas; a viewer reads its output', async () => {
    const one = deployment()
    const answers = { ...base, listDeployments: whole(one), getDeployment: one, listFigures: whole() }
    visit('/publish/listing_1/deployments', { as: publisher('developer'), answers })
    await screen.findByRole('button', { name: 'Restart' })
    screen.getByRole('combobox', { name: /Instances at once/ })
    visit('/publish/listing_1/deployments', { as: publisher('viewer'), answers })
    await screen.findByRole('log', { name: 'Container output' })
    screen.getByRole('button', { name: 'Restart' })
    expect(pressable(/^(Restart|Save)$/)).toEqual([])
    // Container output belongs to the publisher: a moderator who looks at the deployment does not see it.
    visit('/publish/listing_1/deployments', { as: staff('moderator'), answers })
    await screen.findByText('Restarts: 0')
    expect(screen.queryByRole('log')).toBeNull()
  })

  it('let a developer set and remove variables; a viewer sees their names', async () => {
    const answers = { ...base, listVariables: whole({ name: 'API_KEY', set: true as const, updatedAt: at }) }
    visit('/publish/listing_1/variables', { as: publisher('developer'), answers })
    await screen.findByRole('button', { name: 'Remove: API_KEY' })
    screen.getByRole('button', { name: 'Set variable' })
    visit('/publish/listing_1/variables', { as: publisher('viewer'), answers })
    await screen.findByText('API_KEY')
    screen.getByRole('button', { name: 'Remove: API_KEY' })
    expect(pressable(/Remove|Set variable/)).toEqual([])
  })

  it('let a developer save a draft manifest and plan a release; a viewer reads and downloads it', async () => {
    const answers = {
      ...base,
      getDraftManifest: { manifest: manifest as never, problems: [], warnings: [], revision: '1' },
    }
    visit('/publish/listing_1/manifest', { as: publisher('developer'), answers })
    await screen.findByRole('button', { name: 'Save draft' })
    screen.getByRole('button', { name: 'Check against installations' })
    visit('/publish/listing_1/manifest', { as: publisher('viewer'), answers })
    await screen.findByRole('button', { name: 'Download' })
    expect(screen.queryByRole('button', { name: /Save draft|Start from a template|Check against/ })).toBeNull()
  })

  it('offer a new listing to people who may create one, on the list and on its own page', async () => {
    const answers = { listOrganizationListings: whole() }
    visit('/publish', { as: publisher('developer'), answers })
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Publish new app' })).toHaveLength(2))
    visit('/publish', { as: publisher('viewer'), answers })
    await screen.findByText('No listings yet')
    expect(screen.queryByRole('link', { name: 'Publish new app' })).toBeNull()
    for (const button of screen.getAllByRole('button', { name: 'Publish new app' }))
      expect(button.getAttribute('aria-disabled')).toBe('true')
    visit('/publish/new', { as: publisher('viewer') })
    await screen.findByText('Your role does not allow this')
  })

  it('have no tab for what a moderator who looks at a listing may not see', async () => {
    visit('/publish/listing_1/details', { as: staff('moderator'), answers: base })
    const tabs = await screen.findByRole('navigation', { name: 'Notifier' })
    expect(within(tabs).queryByRole('link', { name: 'Variables' })).toBeNull()
    expect(within(tabs).queryByRole('link', { name: 'Usage' })).toBeNull()
    within(tabs).getByRole('link', { name: 'Releases' })
  })
})
