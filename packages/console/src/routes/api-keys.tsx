import { Group, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Boundary } from '../components/boundary.tsx'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { Empty } from '../components/empty.tsx'
import { NewApiKey } from '../components/new-api-key.tsx'
import { Rows } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { ShownApiKey, type ShownKey } from '../components/shown-api-key.tsx'
import { Tag } from '../components/tag.tsx'
import { Time } from '../components/time.tsx'
import { api } from '../queries/api.ts'
import { mayAs, useOrganization } from '../queries/current-organization.ts'
import { apiKeysQuery } from '../queries/organizations.ts'
import { usePaged } from '../queries/paged.ts'
import { organizationTexts } from '../texts/organization.ts'

const texts = organizationTexts.keys

export function ApiKeysPage() {
  const organization = useOrganization()
  const [shown, setShown] = useState<ShownKey>()
  if (!organization) return null
  return (
    <>
      <Section
        flush
        title={texts.title}
        lead={texts.lead}
        actions={mayAs(organization, 'admin') ? <NewApiKey org={organization.id} onCreated={setShown} /> : null}
      >
        <Boundary of={organization.id}>
          <Keys org={organization.id} onShown={setShown} />
        </Boundary>
      </Section>
      {shown ? <ShownApiKey apiKey={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

function Keys({ org, onShown }: { org: string; onShown: (key: ShownKey) => void }) {
  const client = useQueryClient()
  const { items, more } = usePaged(apiKeysQuery(org))
  if (items.length === 0) {
    return <Empty title={texts.empty} text={texts.emptyText} icon={<IconKey size={26} stroke={1.5} />} />
  }
  const refresh = () => client.invalidateQueries({ queryKey: ['api-keys'] })
  const regenerate = async (id: string) => {
    onShown(await api.regenerateApiKey({ params: { id } }))
    await refresh()
  }
  return (
    <Rows
      caption={texts.title}
      items={items}
      more={more}
      keyOf={(key) => key.id}
      columns={[
        { label: texts.name, cell: (key) => <Text fw={600}>{key.name}</Text> },
        {
          label: texts.clientId,
          cell: (key) => (
            <Text size="sm" ff="monospace">
              {key.clientId}
            </Text>
          ),
        },
        {
          label: texts.scopes,
          cell: (key) => (
            <Group gap={4}>
              {key.scopes.map((scope) => (
                <Tag key={scope}>{scope}</Tag>
              ))}
            </Group>
          ),
        },
        { label: texts.lastUsed, cell: (key) => (key.lastUsedAt ? <Time at={key.lastUsedAt} /> : texts.never) },
        {
          label: '',
          align: 'right',
          cell: (key) => (
            <Group gap={4} justify="flex-end" wrap="nowrap">
              <ConfirmButton
                size="compact-sm"
                variant="subtle"
                label={texts.regenerate}
                text={texts.regenerateText}
                act={() => regenerate(key.id)}
              />
              <ConfirmButton
                size="compact-sm"
                variant="subtle"
                color="red"
                label={texts.revoke}
                text={texts.revokeText}
                act={() => api.revokeApiKey({ params: { id: key.id } }).then(refresh)}
              />
            </Group>
          ),
        },
      ]}
    />
  )
}
