import { IconLayoutGrid, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePaged } from '../../queries/client/paged.ts'
import { catalogueQuery } from '../../queries/listing/listings.ts'
import { browse } from '../../texts/browse.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import type { Sorting } from '../../ui/list/use-sorting.ts'
import { ListingCards } from './listing-cards.tsx'

interface Props {
  filter: { q?: string; variant?: string; category?: string }
  sorting: Sorting
  clear: ReactNode
}

export function Catalogue({ filter, sorting, clear }: Props) {
  const { items, more } = usePaged(catalogueQuery(filter), sorting)
  if (items.length === 0) {
    const filtered = Boolean(filter.q || filter.variant || filter.category)
    if (filtered) {
      const icon = <IconSearchOff size={26} stroke={1.5} />
      return <Empty title={browse.empty} text={browse.emptyText} icon={icon} action={clear} />
    }
    return <Empty title={browse.emptyAll} text={browse.emptyAllText} icon={<IconLayoutGrid size={26} stroke={1.5} />} />
  }
  return <ListingCards items={items} more={more} />
}
