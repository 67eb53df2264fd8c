import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { visit } from '../../../testing/render.tsx'

it('leads from a package to the releases that have it and the installations that run them', async () => {
  const use = {
    release: { id: 'rel_1', version: '1.2.0', state: 'APPROVED' },
    listing: { id: 'lst_1', name: 'zenith/rater' },
    packages: [{ name: 'log4j-core', version: '2.14.1', purl: 'pkg:maven/log4j-core@2.14.1' }],
    installations: [{ id: 'ins_1', organization: 'acme', tenant: 'production', state: 'RUNNING', test: false }],
  }
  const { api } = visit('/manage/packages?q=log4j-core', { answers: { findPackages: { items: [use], next: null } } })
  await screen.findByText('zenith/rater 1.2.0')
  expect(screen.getByText('2.14.1')).toBeDefined()
  expect(screen.getByRole('link', { name: 'acme · production' }).getAttribute('href')).toBe(
    '/manage/installations/ins_1',
  )
  expect(api.requests.find(({ operation }) => operation === 'findPackages')?.query).toMatchObject({
    name: 'log4j-core',
  })
})

it('asks for a name before it asks the platform', async () => {
  const { api } = visit('/manage/packages')
  await screen.findByText(/Type the exact name/)
  expect(api.asked).not.toContain('findPackages')
})
