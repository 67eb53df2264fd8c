import { Badge, Code, Group } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { Granted } from '../../../parts/access/granted.tsx'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { signingKeysQuery, useRetireSigningKey } from '../../../queries/accounts/signing-keys.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { trust } from '../../../texts/trust.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { Named } from '../../../ui/text/named.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { NewSigningKey } from './new-signing-key.tsx'

const texts = trust.keys

/** The public keys with which an organization signs the images of its releases. */
export function SigningKeysPage() {
  const organization = useOrganization()
  const adding = useGrant('addSigningKey', ownedBy(organization))
  if (!organization) return null
  return (
    <Section
      flush
      title={texts.title}
      lead={texts.lead}
      actions={
        <Granted grant={adding} label={texts.add}>
          <NewSigningKey org={organization.id} />
        </Granted>
      }
    >
      <Boundary of={organization.id}>
        <Keys org={organization.id} />
      </Boundary>
    </Section>
  )
}

function Keys({ org }: { org: string }) {
  const { items, more } = usePaged(signingKeysQuery(org))
  const retire = useRetireSigningKey()
  const retiring = useGrant('retireSigningKey', ownedBy({ id: org }))
  if (items.length === 0)
    return <Empty title={texts.empty} text={texts.emptyText} icon={<IconSignature size={26} stroke={1.5} />} />
  return (
    <Rows
      caption={texts.title}
      items={items}
      more={more}
      keyOf={(key) => key.id}
      columns={[
        {
          label: texts.name,
          width: '44%',
          cell: (key) => <Named name={key.name} detail={<Code>{key.fingerprint}</Code>} />,
        },
        { label: texts.algorithm, cell: (key) => key.algorithm },
        { label: texts.created, cell: (key) => <Time at={key.createdAt} /> },
        {
          label: texts.state,
          cell: (key) => (
            <Badge variant="light" radius="sm" tt="none" color={key.retiredAt === null ? 'pine' : 'gray'}>
              {key.retiredAt === null ? texts.active : texts.retired}
            </Badge>
          ),
        },
        {
          label: '',
          align: 'right',
          cell: (key) =>
            key.retiredAt === null ? (
              <Group justify="flex-end">
                <GrantedConfirm
                  grant={retiring}
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  label={texts.retire}
                  of={key.name}
                  text={texts.retireText}
                  done={texts.retiredDone}
                  act={() => retire.mutateAsync(key.id)}
                />
              </Group>
            ) : null,
        },
      ]}
    />
  )
}
