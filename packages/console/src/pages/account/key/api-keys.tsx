import { Code, Group } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Granted } from '../../../parts/access/granted.tsx'
import { RowConfirm } from '../../../parts/access/row-confirm.tsx'
import { apiKeysQuery, useRegenerateApiKey, useRevokeApiKey } from '../../../queries/accounts/api-keys.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { RowButtons } from '../../../ui/list/row-buttons.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Named } from '../../../ui/text/named.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { NewApiKey } from './new-api-key.tsx'
import { ShownApiKey, type ShownKey } from './shown-api-key.tsx'

const texts = organizationTexts.keys

export function ApiKeysPage() {
  const organization = useOrganization()
  const [shown, setShown] = useState<ShownKey>()
  const { words } = useAddress()
  const mayList = useMay('listApiKeys', ownedBy(organization))
  const creating = useGrant('createApiKey', ownedBy(organization))
  if (!organization) return null
  // The first page of an organization is for its admins; other members begin with the next.
  if (!mayList) return <Navigate to="/organization/members" replace />
  return (
    <>
      <ListSection
        list="api-keys"
        of={organization.id}
        title={texts.title}
        lead={texts.lead}
        search={common.search}
        tools={
          <Granted grant={creating} label={texts.create}>
            <NewApiKey org={organization.id} onCreated={setShown} />
          </Granted>
        }
      >
        <Keys org={organization.id} q={words.q} onShown={setShown} />
      </ListSection>
      {shown ? <ShownApiKey apiKey={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

interface Shown {
  org: string
  q: string | undefined
  onShown: (key: ShownKey) => void
}

function Keys({ org, q, onShown }: Shown) {
  const regenerate = useRegenerateApiKey()
  const revoke = useRevokeApiKey()
  const regenerating = useGrant('regenerateApiKey', ownedBy({ id: org }))
  const revoking = useGrant('revokeApiKey', ownedBy({ id: org }))
  const sorting = useSorting(defaultOrders.apiKeys, ['name', 'createdAt', 'lastUsedAt'])
  const { items, more } = usePaged(apiKeysQuery(org, q), sorting)
  return (
    <ListRows
      empty={{ title: texts.empty, text: texts.emptyText, icon: <IconKey size={26} stroke={1.5} /> }}
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(key) => key.id}
      columns={[
        {
          label: texts.name,
          sort: 'name',
          width: '34%',
          cell: (key) => (
            <Named
              name={key.name}
              detail={
                <>
                  {texts.clientId} <Code>{key.clientId}</Code>
                </>
              }
            />
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
        { label: texts.created, sort: '-createdAt', cell: (key) => <Time at={key.createdAt} /> },
        {
          label: texts.lastUsed,
          sort: '-lastUsedAt',
          cell: (key) => (key.lastUsedAt ? <Time at={key.lastUsedAt} /> : texts.never),
        },
        {
          label: '',
          align: 'right',
          cell: (key) => (
            <RowButtons>
              <RowConfirm
                grant={regenerating}
                label={texts.regenerate}
                of={key.name}
                text={texts.regenerateText}
                act={() => regenerate.mutateAsync(key.id).then(onShown)}
              />
              <RowConfirm
                grant={revoking}
                red
                label={texts.revoke}
                of={key.name}
                text={texts.revokeText}
                act={() => revoke.mutateAsync(key.id)}
              />
            </RowButtons>
          ),
        },
      ]}
    />
  )
}
