import { Badge, Code } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { RowConfirm } from '../../../parts/access/row-confirm.tsx'
import { signingKeysQuery, useRetireSigningKey } from '../../../queries/accounts/signing-keys.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { trust } from '../../../texts/trust.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { RowButtons } from '../../../ui/list/row-buttons.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { Named } from '../../../ui/text/named.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { OrganizationList } from '../organization/organization-list.tsx'
import { NewSigningKey } from './new-signing-key.tsx'

const texts = trust.keys

/** The public keys with which an organization signs the images of its releases. */
export function SigningKeysPage() {
  return (
    <OrganizationList texts={texts} addedBy="addSigningKey" add={(org) => <NewSigningKey org={org} />}>
      {(org) => <Keys org={org} />}
    </OrganizationList>
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
              <RowButtons>
                <RowConfirm
                  grant={retiring}
                  red
                  label={texts.retire}
                  of={key.name}
                  text={texts.retireText}
                  done={texts.retiredDone}
                  act={() => retire.mutateAsync(key.id)}
                />
              </RowButtons>
            ) : null,
        },
      ]}
    />
  )
}
