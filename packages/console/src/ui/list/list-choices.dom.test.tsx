import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Refusal } from '../../testing/fake-api.ts'
import { member } from '../../testing/people.ts'
import { show } from '../../testing/render.tsx'
import { common } from '../../texts/common.ts'
import { AddressInput } from './address-input.tsx'
import { ColumnChoice, useShownColumns } from './column-choice.tsx'
import { FilterSelect } from './filter-select.tsx'
import type { ListChoice } from './list-choices.ts'
import { Rows } from './rows.tsx'
import { SavedViews } from './saved-views.tsx'
import { useAddress } from './use-address.ts'

function List() {
  const columns = useShownColumns('things', [
    { label: 'Name', cell: (one: string) => one },
    { label: 'Size', cell: () => 'large' },
  ])
  return (
    <>
      <ColumnChoice list="things" labels={['Size']} />
      <Rows caption="Things" items={['a']} keyOf={(one) => one} columns={columns} />
    </>
  )
}

const kept = { keepListChoice: null }
const as = (choice: ListChoice) => ({ ...member('owner'), lists: { things: choice } })
const sentLast = ({ requests }: { requests: { operation: string; body: unknown }[] }) =>
  requests.findLast(({ operation }) => operation === 'keepListChoice')?.body

it('a column that was hidden stays hidden when the list is opened again, on another machine too', async () => {
  const { user, api } = show(<List />, { answers: kept })
  await screen.findByText('large')
  await user.click(screen.getByRole('button', { name: common.columns }))
  const size = await screen.findByRole('checkbox', { name: 'Size' })
  expect(size).toHaveProperty('checked', true)
  await user.click(size)
  await waitFor(() => expect(screen.queryByText('large')).toBeNull())
  const choice = { hidden: ['Size'], views: [] }
  await waitFor(() => expect(sentLast(api)).toEqual(choice))
  show(<List />, { as: as(choice) })
  await screen.findByText('a')
  expect(screen.queryByText('large')).toBeNull()
})

it('what could not be kept is told and taken back', async () => {
  const getMe = {
    ...member('owner'),
    organization: null,
    clientId: null,
    scopes: [],
    secondFactor: null,
    position: '1',
  }
  const answers = { keepListChoice: new Refusal(503, 'overloaded', 'It is busy.'), getMe }
  const { user } = show(<List />, { answers })
  await user.click(await screen.findByRole('button', { name: common.columns }))
  await user.click(await screen.findByRole('checkbox', { name: 'Size' }))
  await screen.findByText(common.views.notKept)
  await screen.findByText('large')
})

function Filtered() {
  const { words, set } = useAddress()
  return (
    <>
      <SavedViews list="things" words={['q', 'state']} />
      <button type="button" onClick={() => set({ q: undefined, state: 'STOPPED' })}>
        Filter
      </button>
      <output>{JSON.stringify(words)}</output>
    </>
  )
}

it('a list that is neither filtered nor sorted is no view to save, and the menu says why', async () => {
  const { user } = show(<Filtered />)
  await user.click(await screen.findByRole('button', { name: common.views.title }))
  const save = await screen.findByRole('menuitem', { name: common.views.save })
  expect(save).toHaveProperty('disabled', true)
  screen.getByText(common.views.nothingToSave)
})

it('a view keeps filters and order under a name, opens with just those, and can be removed', async () => {
  const { user, api } = show(<Filtered />, { answers: kept })
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(screen.getByRole('button', { name: common.views.title }))
  await user.click(await screen.findByRole('menuitem', { name: common.views.save }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(common.views.name), 'Stopped ones')
  await user.click(dialog.getByRole('button', { name: common.save }))
  const choice = { hidden: [], views: [{ name: 'Stopped ones', words: { state: 'STOPPED' } }] }
  await waitFor(() => expect(sentLast(api)).toEqual(choice))
  const again = show(<Filtered />, { as: as(choice), answers: kept })
  await again.user.click(await screen.findByRole('button', { name: common.views.title }))
  await again.user.click(await screen.findByRole('menuitem', { name: 'Stopped ones' }))
  await screen.findByText('{"state":"STOPPED"}')
  await again.user.click(screen.getByRole('button', { name: common.views.title }))
  await again.user.click(await screen.findByRole('button', { name: `${common.views.remove}: Stopped ones` }))
  await waitFor(() => expect(sentLast(again.api)).toEqual({ hidden: [], views: [] }))
  await again.user.click(await screen.findByRole('button', { name: common.undo.undo }))
  await waitFor(() => expect(sentLast(again.api)).toEqual(choice))
})

function Searched() {
  const { set } = useAddress()
  return (
    <>
      <AddressInput label="Search things" word="q" />
      <button type="button" onClick={() => set({ q: 'hail' })}>
        View
      </button>
    </>
  )
}

it('the search box shows what the list is narrowed by, also where something else changed it', async () => {
  const { user, router } = show(<Searched />)
  const box = await screen.findByRole('textbox', { name: 'Search things' })
  await user.type(box, 'storm ')
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'storm' }))
  expect(box).toHaveProperty('value', 'storm ')
  await user.click(screen.getByRole('button', { name: 'View' }))
  await waitFor(() => expect(box).toHaveProperty('value', 'hail'))
})

it('a choice that a list cannot do without is never empty, and choosing the chosen keeps it', async () => {
  const options = ['Oldest first', 'Newest first'].map((label) => ({ value: label, label }))
  const { user } = show(<FilterSelect label="Order" options={options} word="order" otherwise="Oldest first" />)
  const order = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Order' })
  for (const chosen of ['Oldest first', 'Newest first', 'Newest first']) {
    await user.click(order)
    await user.click(await screen.findByRole('option', { name: chosen }))
    await waitFor(() => expect(order.value).toBe(chosen))
  }
  expect(screen.queryByRole('button')).toBeNull()
})
