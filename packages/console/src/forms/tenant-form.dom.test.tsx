import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Refusal } from '../testing/fake-api.ts'
import { acme } from '../testing/people.ts'
import { show } from '../testing/render.tsx'
import { tenant } from '../testing/things.ts'
import { TenantForm } from './tenant-form.tsx'

it('connects a tenant with what was typed', async () => {
  const done = vi.fn()
  const { api, user } = show(<TenantForm org={acme.id} variant="enterprise" onDone={done} />, {
    answers: { createTenant: tenant({ variant: 'enterprise' }) },
  })
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Production')
  await user.type(screen.getByRole('textbox', { name: /API address/ }), 'https://policy.test')
  await user.type(screen.getByRole('textbox', { name: /Tenant locator/ }), '8e1bcca9')
  await user.type(screen.getByLabelText(/Personal access token/), 'PAT_1')
  await user.click(screen.getByRole('button', { name: 'Check and connect' }))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(api.requests.at(0)).toMatchObject({
    operation: 'createTenant',
    body: { name: 'Production', variant: 'enterprise', tenantLocator: '8e1bcca9', credentials: { token: 'PAT_1' } },
  })
})

it('shows at the field what the platform refuses, keeps what was typed and puts the focus there', async () => {
  const problems = [{ pointer: '/apiUrl', rule: 'unreachable', message: 'Nobody answers there.' }]
  const { user } = show(<TenantForm org={acme.id} variant="connected" onDone={() => undefined} />, {
    answers: { createTenant: new Refusal(422, 'request_invalid', 'Not valid.', { problems }) },
  })
  const address = await screen.findByRole('textbox', { name: /API address/ })
  await user.type(address, 'https://nowhere.test')
  await user.click(screen.getByRole('button', { name: 'Check and connect' }))
  await screen.findByText('Nobody answers there.')
  screen.getByText('One thing needs your attention.')
  expect(address).toHaveProperty('value', 'https://nowhere.test')
  await waitFor(() => expect(document.activeElement).toBe(address))
})

it('has names and addresses again when it is opened again, and no credentials; cancelling drops them', async () => {
  const form = <TenantForm org={acme.id} variant="connected" onDone={() => undefined} onCancel={() => undefined} />
  const { user } = show(form)
  await user.type(await screen.findByRole('textbox', { name: /API address/ }), 'https://policy.test')
  const [password] = screen.getAllByLabelText(/^Password/)
  await user.type(password as HTMLElement, 'sesame')
  expect(JSON.stringify({ ...localStorage })).not.toContain('sesame')
  const again = show(form)
  expect(await screen.findByRole('textbox', { name: /API address/ })).toHaveProperty('value', 'https://policy.test')
  await again.user.click(screen.getByRole('button', { name: 'Cancel' }))
  show(form)
  expect(await screen.findByRole('textbox', { name: /API address/ })).toHaveProperty('value', '')
})
