import { Group, Select, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Boundary } from '../components/boundary.tsx'
import { DeliveryActions } from '../components/delivery-actions.tsx'
import { DeliveryDrawer } from '../components/delivery-drawer.tsx'
import { DeliveryRows } from '../components/delivery-rows.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { Section } from '../components/section.tsx'
import { manage } from '../texts/manage.ts'
import { shell } from '../texts/shell.ts'

const route = getRouteApi('/shell/manage/installations/$installationId/deliveries')
const texts = manage.deliveries
const states = ['WAITING', 'DELIVERED', 'DEAD', 'PAUSED']

export function InstallationDeliveries() {
  const { installationId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { delivery, ...filter } = search
  const set = (change: Record<string, string | undefined>) =>
    void navigate({
      replace: true,
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => Boolean(value))),
    })
  return (
    <Stack gap="lg">
      <Boundary lines={1}>
        <DeliveryActions installationId={installationId} />
      </Boundary>
      <Section
        flush
        title={texts.title}
        actions={
          <Group gap="xs">
            <FilterInput label={texts.typeFilter} value={search.type} onChange={(type) => set({ type })} />
            <Select
              size="sm"
              w={150}
              aria-label={texts.state}
              placeholder={texts.anyState}
              clearable
              data={states.map((value) => ({ value, label: shell.states[value] ?? value }))}
              value={search.state ?? null}
              onChange={(state) => set({ state: state ?? undefined })}
            />
          </Group>
        }
      >
        <Boundary of={JSON.stringify(filter)}>
          <DeliveryRows installationId={installationId} filter={filter} onOpen={(id) => set({ delivery: id })} />
        </Boundary>
      </Section>
      <DeliveryDrawer id={delivery} onClose={() => set({ delivery: undefined })} />
    </Stack>
  )
}
