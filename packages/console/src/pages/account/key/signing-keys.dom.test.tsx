import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { member } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { visit } from '../../../testing/render.tsx'
import { whole } from '../../../testing/things.ts'
import { trust } from '../../../texts/trust.ts'

const texts = trust.keys
const key = {
  ...{ id: 'key_1', name: 'build', publicKey: 'PEM', fingerprint: 'SHA256:abc', algorithm: 'ECDSA' },
  ...{ createdBy: 'a@acme.test', createdAt: '2026-03-01T10:00:00.000Z', retiredAt: null },
}

it('an admin adds a signing key and retires one; a viewer sees them, and why they cannot', async () => {
  const answers = { getSigningKeys: whole(key), addSigningKey: key, retireSigningKey: key }
  const { api, user } = visit('/organization/signing-keys', { as: member('admin'), answers })
  await user.click(await screen.findByRole('button', { name: texts.add }))
  await user.type(await screen.findByLabelText(new RegExp(`^${texts.name}`)), 'build')
  await user.type(screen.getByLabelText(new RegExp(texts.publicKey)), 'PEM')
  await user.click(screen.getAllByRole('button', { name: texts.add }).at(-1) as HTMLElement)
  await screen.findByText(texts.added)
  expect(api.requests.find(({ operation }) => operation === 'addSigningKey')?.body).toEqual({
    name: 'build',
    publicKey: 'PEM',
  })
  await user.click(screen.getByRole('button', { name: new RegExp(texts.retire) }))
  await user.click((await screen.findAllByRole('button', { name: texts.retire })).at(-1) as HTMLElement)
  await screen.findByText(texts.retiredDone)
  visit('/organization/signing-keys', { as: member('viewer'), answers })
  await screen.findByText('SHA256:abc')
  screen.getByRole('button', { name: `${texts.retire}: build` })
  expect(pressable(new RegExp(`${texts.add}|${texts.retire}`))).toEqual([])
})
