import { Button, CloseButton, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { defaultOrders } from '../../queries/default-orders.ts'
import { categories } from '../../queries/listing/listings.ts'
import { browse } from '../../texts/browse.ts'
import { common } from '../../texts/common.ts'
import { stateTexts } from '../../texts/states.ts'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useDebouncedSearch } from '../../ui/list/use-debounced-search.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import styles from './browse.module.css'
import { Catalogue } from './catalogue.tsx'
import { CatalogueWaiting } from './catalogue-waiting.tsx'

const route = getRouteApi('/shell/browse')
const orders = ['title', 'installations', 'createdAt', 'updatedAt']

export function BrowsePage() {
  const search = route.useSearch()
  const { set } = useAddress()
  const sorting = useSorting(defaultOrders.catalogue, orders)
  const [typed, setTyped] = useState(search.q ?? '')
  const look = useDebouncedSearch((q) => set({ q }), 200)
  const type = (q: string) => {
    setTyped(q)
    look(q)
  }
  const clear = () => {
    setTyped('')
    set({ q: undefined, variant: undefined, category: undefined })
  }
  return (
    <>
      <PageHeader title={browse.title} lead={browse.lead} />
      <search className={styles.filters}>
        <TextInput
          aria-label={browse.search}
          placeholder={browse.search}
          leftSection={<IconSearch size={17} />}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          rightSection={typed ? <CloseButton aria-label={browse.clear} size={26} onClick={() => type('')} /> : null}
        />
        <Select
          aria-label={browse.category}
          placeholder={browse.categoryAny}
          clearable
          data={categories.map((value) => ({ value, label: browse.categories[value] ?? value }))}
          value={search.category ?? null}
          onChange={(category) => set({ category: category ?? undefined })}
        />
        <Select
          aria-label={common.sort.by}
          placeholder={browse.sort.usual}
          clearable
          data={browse.sort.orders}
          value={sorting.value ?? null}
          onChange={(order) => sorting.choose(order ?? '')}
        />
        <SegmentedControl
          aria-label={browse.variantAny}
          data={[
            { value: '', label: browse.variantAny },
            { value: 'connected', label: stateTexts.variant.connected },
            { value: 'enterprise', label: stateTexts.variant.enterprise },
          ]}
          value={search.variant ?? ''}
          onChange={(variant) => set({ variant })}
        />
      </search>
      <Boundary waiting={<CatalogueWaiting />} of={JSON.stringify(search)}>
        <Catalogue
          filter={{ ...search }}
          sorting={sorting}
          clear={
            <Button variant="default" onClick={clear}>
              {browse.clear}
            </Button>
          }
        />
      </Boundary>
    </>
  )
}
