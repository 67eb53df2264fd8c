import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { chooseOrganization } from '../../../queries/session/current-organization.ts'
import { acme, member, zenith } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'
import { forms } from '../../../texts/forms.ts'

const both = { ...member('owner'), organizations: [acme, zenith].map((one) => ({ ...one, role: 'owner' as const })) }
const title = () => screen.findByRole('textbox', { name: /^Title/ })

beforeEach(() => chooseOrganization(acme.id))

it('what is typed for a listing of one organization does not appear in that of another, and comes back', async () => {
  const { user, router } = visit('/o/acme/publish/new', { as: both })
  await user.type(await title(), 'Hail watch')
  router.history.push('/o/zenith/publish/new')
  await waitFor(async () => expect(await title()).toHaveProperty('value', ''))
  await user.type(await title(), 'Other')
  router.history.push('/o/acme/publish/new')
  await waitFor(async () => expect(await title()).toHaveProperty('value', 'Hail watch'))
  await screen.findByText(forms.restored.text)
})
