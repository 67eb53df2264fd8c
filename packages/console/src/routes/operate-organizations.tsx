import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Boundary } from '../components/boundary.tsx'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { Empty } from '../components/empty.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { ReasonButton } from '../components/reason-button.tsx'
import { Rows } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { Tag } from '../components/tag.tsx'
import { Time } from '../components/time.tsx'
import { api } from '../queries/api.ts'
import { organizationsQuery } from '../queries/organizations.ts'
import { usePaged } from '../queries/paged.ts'
import { operate } from '../texts/operate.ts'

const route = getRouteApi('/shell/operate/organizations')
const texts = operate.organizations

export function OperateOrganizations() {
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Section
      flush
      title={texts.title}
      actions={
        <FilterInput
          label={texts.search}
          value={q}
          onChange={(next) => void navigate({ replace: true, search: next ? { q: next } : {} })}
        />
      }
    >
      <Boundary of={q ?? ''}>
        <Organizations q={q} />
      </Boundary>
    </Section>
  )
}

function Organizations({ q }: { q: string | undefined }) {
  const client = useQueryClient()
  const { items, more } = usePaged(organizationsQuery(q))
  if (items.length === 0) return <Empty title={texts.empty} />
  const refresh = () => client.invalidateQueries({ queryKey: ['organizations'] })
  return (
    <Rows
      caption={texts.title}
      items={items}
      more={more}
      keyOf={(organization) => organization.id}
      columns={[
        {
          label: texts.name,
          cell: (organization) => (
            <div>
              <Text fw={600}>{organization.title}</Text>
              <Text size="xs" c="dimmed">
                {organization.name}
              </Text>
            </div>
          ),
        },
        { label: texts.since, cell: (organization) => <Time at={organization.createdAt} /> },
        {
          label: texts.state,
          cell: (organization) => <Tag>{organization.disabledAt ? texts.disabled : texts.enabled}</Tag>,
        },
        {
          label: '',
          align: 'right',
          cell: ({ id, disabledAt }) =>
            disabledAt ? (
              <ConfirmButton
                size="compact-sm"
                variant="subtle"
                label={texts.enable}
                text={texts.enableText}
                act={() => api.enableOrganization({ params: { org: id } }).then(refresh)}
              />
            ) : (
              <ReasonButton
                size="compact-sm"
                variant="subtle"
                color="red"
                label={texts.disable}
                text={texts.disableText}
                act={(reason) => api.disableOrganization({ params: { org: id }, body: { reason } }).then(refresh)}
              />
            ),
        },
      ]}
    />
  )
}
