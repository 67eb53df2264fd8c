import { Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { RowConfirm } from '../../../parts/access/row-confirm.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import type { Listing } from '../../../queries/listing/listings.ts'
import { useDeleteVariable, variablesQuery } from '../../../queries/listing/variables.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { publish } from '../../../texts/publish.ts'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

interface Shown {
  listing: Listing
  q: string | undefined
  onRemoved: () => void
}

export function VariableList({ listing, q, onRemoved }: Shown) {
  const remove = useDeleteVariable(listing.id)
  const removing = useGrant('deleteVariable', ownedBy(listing.organization))
  const sorting = useSorting(defaultOrders.variables, ['name', 'updatedAt'])
  const { items, more } = usePaged(variablesQuery(listing.id, q), sorting)
  return (
    <ListRows
      empty={{
        title: publish.variables.empty,
        text: publish.variables.emptyText,
        icon: <IconKey size={26} stroke={1.5} />,
      }}
      caption={publish.variables.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(variable) => variable.name}
      columns={[
        {
          label: publish.variables.name,
          sort: 'name',
          cell: (variable) => <Text ff="monospace">{variable.name}</Text>,
        },
        { label: publish.variables.updated, sort: '-updatedAt', cell: (variable) => <Time at={variable.updatedAt} /> },
        {
          label: '',
          align: 'right',
          cell: (variable) => (
            <RowConfirm
              grant={removing}
              red
              label={publish.variables.remove}
              of={variable.name}
              text={publish.variables.removeText}
              act={() => remove.mutateAsync(variable.name).then(onRemoved)}
            />
          ),
        },
      ]}
    />
  )
}
