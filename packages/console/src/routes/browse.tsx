import { Button, CloseButton, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Boundary } from '../components/boundary.tsx'
import { Catalogue } from '../components/catalogue.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useSettled } from '../components/use-settled.ts'
import { categories } from '../queries/listings.ts'
import { browse } from '../texts/browse.ts'
import { shell } from '../texts/shell.ts'
import styles from './browse.module.css'

const route = getRouteApi('/shell/browse')

export function BrowsePage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(search.q ?? '')
  const set = (change: Record<string, string | undefined>) =>
    void navigate({
      replace: true,
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => Boolean(value))),
    })
  const look = useSettled((q) => set({ q }), 200)
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
          rightSection={typed ? <CloseButton aria-label={browse.clear} size="sm" onClick={() => type('')} /> : null}
        />
        <Select
          aria-label={browse.category}
          placeholder={browse.categoryAny}
          clearable
          data={categories.map((value) => ({ value, label: browse.categories[value] ?? value }))}
          value={search.category ?? null}
          onChange={(category) => set({ category: category ?? undefined })}
        />
        <SegmentedControl
          aria-label={browse.variantAny}
          data={[
            { value: '', label: browse.variantAny },
            { value: 'connected', label: shell.variant.connected },
            { value: 'enterprise', label: shell.variant.enterprise },
          ]}
          value={search.variant ?? ''}
          onChange={(variant) => set({ variant })}
        />
      </search>
      <Boundary lines={6} of={JSON.stringify(search)}>
        <Catalogue
          filter={search}
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
