import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { staff } from '../../testing/people.ts'
import { visit } from '../../testing/render.tsx'
import { whole } from '../../testing/things.ts'
import { operate } from '../../texts/operate.ts'

const texts = operate.people
const ada = {
  ...{ id: 'per_1', name: 'Ada', email: 'ada@example.test', platformRole: null, organizations: 1 },
  ...{ createdAt: '2026-03-01T10:00:00.000Z', disabledAt: null },
}

it('making somebody an operator asks first and says what it means; giving up changes nothing', async () => {
  const { api, user } = visit('/operate/people', {
    as: staff('operator'),
    answers: { listPeople: whole(ada), changePerson: { ...ada, platformRole: 'operator' } },
  })
  const choose = async () => {
    await user.click(await screen.findByRole('combobox', { name: `${texts.role}: Ada` }))
    await user.click(await screen.findByRole('option', { name: texts.operator }))
    return within(await screen.findByRole('dialog', { name: texts.changeRole('Ada') }))
  }
  const first = await choose()
  first.getByText(texts.roleMeans.operator)
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  expect(api.asked).not.toContain('changePerson')
  await user.click((await choose()).getByRole('button', { name: texts.confirmRole }))
  await waitFor(() => expect(api.asked).toContain('changePerson'))
  const sent = api.requests.find(({ operation }) => operation === 'changePerson')
  expect(sent).toMatchObject({ params: { id: 'per_1' }, body: { platformRole: 'operator' } })
})

it('an operator reads their own role, and who can change it', async () => {
  const as = staff('operator')
  visit('/operate/people', { as, answers: { listPeople: whole({ ...ada, ...as.person, platformRole: 'operator' }) } })
  await screen.findByText(texts.own)
  expect(screen.queryByRole('combobox', { name: new RegExp(`${texts.role}: `) })).toBeNull()
})
