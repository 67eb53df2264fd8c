import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { common } from '../../texts/common.ts'
import { AddressInput } from './address-input.tsx'
import { ListRows } from './list-rows.tsx'
import { ListSection } from './list-section.tsx'
import { useAddress } from './use-address.ts'

const things = ['Hail', 'Storm']

function Things({ of = things }: { of?: string[] }) {
  const { words } = useAddress()
  const items = of.filter((one) => one.includes(words.q ?? '') && one.includes(words.owner ?? ''))
  return (
    <ListRows
      empty={{ title: 'No things yet' }}
      caption="Things"
      items={items}
      keyOf={(one) => one}
      columns={[
        { label: 'Name', cell: (one) => one },
        { label: 'Size', cell: () => 'large' },
        { label: 'Age', cell: () => 'old' },
        { label: '', cell: () => <button type="button">Remove</button> },
      ]}
    />
  )
}

function List({ of = things, partial = false }: { of?: string[]; partial?: boolean }) {
  const filters = <AddressInput label="Owner" word="owner" />
  const tools = <button type="button">New thing</button>
  const narrowed = { filters, narrowedBy: ['owner'], partial }
  return (
    <ListSection list="all-things" title="Things" search="Search" {...narrowed} tools={tools}>
      <Things of={of} />
    </ListSection>
  )
}

it('a list offers exactly its columns to hide, but for the name of a row and its buttons', async () => {
  const { user } = show(<List />, { answers: { keepListChoice: null } })
  await user.click(await screen.findByRole('button', { name: common.columns }))
  const boxes = await screen.findAllByRole('checkbox')
  expect(boxes.map((box) => box.closest('div')?.parentElement?.textContent)).toEqual(['Size', 'Age'])
  await user.click(screen.getByRole('checkbox', { name: 'Size' }))
  await waitFor(() => expect(screen.queryByText('large')).toBeNull())
  expect(screen.getAllByText('old')).toHaveLength(2)
})

it('a list that was narrowed to nothing says so, and one click shows all of it', async () => {
  const { user, router } = show(<List />)
  await user.type(await screen.findByRole('textbox', { name: 'Search' }), 'quake')
  await screen.findByText(common.noMatch)
  await user.click(screen.getByRole('button', { name: common.clearFilters }))
  await screen.findByText('Storm')
  expect(router.state.location.search).toEqual({})
})

it('a view of a list keeps every filter of it', async () => {
  const { user, router } = show(<List />, { answers: { keepListChoice: null } })
  await user.type(await screen.findByRole('textbox', { name: 'Owner' }), 'Storm')
  await waitFor(() => expect(router.state.location.search).toEqual({ owner: 'Storm' }))
  await user.click(screen.getByRole('button', { name: common.views.title }))
  await user.click(await screen.findByRole('menuitem', { name: common.views.save }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(common.views.name), 'Storms')
  await user.click(dialog.getByRole('button', { name: common.save }))
  await user.clear(screen.getByRole('textbox', { name: 'Owner' }))
  await screen.findByText('Hail')
  await user.click(screen.getByRole('button', { name: common.views.title }))
  await user.click(await screen.findByRole('menuitem', { name: 'Storms' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ owner: 'Storm' }))
})

it('a list that holds nothing has nothing above it but what makes the first', async () => {
  show(<List of={[]} />)
  await screen.findByText('No things yet')
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['New thing'])
})

it('a list that begins with a part of what there is keeps its filters where the part is empty', async () => {
  show(<List of={[]} partial />)
  await screen.findByText('No things yet')
  screen.getByRole('textbox', { name: 'Owner' })
  expect(screen.queryByRole('textbox', { name: 'Search' })).toBeNull()
})

it('filters are cleared with one button, of which there is one', async () => {
  const { user, router } = show(<List />)
  expect(screen.queryByRole('button', { name: common.clearFilters })).toBeNull()
  await user.type(await screen.findByRole('textbox', { name: 'Owner' }), 'Storm')
  await waitFor(() => expect(screen.queryByText('Hail')).toBeNull())
  screen.getByRole('button', { name: common.clearFilters })
  await user.type(screen.getByRole('textbox', { name: 'Owner' }), 'y')
  await screen.findByText(common.noMatch)
  await user.click(screen.getByRole('button', { name: common.clearFilters }))
  await screen.findByText('Hail')
  expect(router.state.location.search).toEqual({})
})
