import { membersQuery } from '../../queries/accounts/members.ts'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { operate } from '../../texts/operate.ts'
import { organizationTexts } from '../../texts/organization.ts'
import { TextLink } from '../../ui/action/link-button.tsx'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { AddressInput } from '../../ui/list/address-input.tsx'
import { Rows } from '../../ui/list/rows.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Named } from '../../ui/text/named.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = operate.organization

/** Who works in an organization. Its owner and admins change that, nobody of the platform. */
export function OrganizationMembers({ org }: { org: string }) {
  const { words } = useAddress()
  return (
    <Section
      flush
      title={texts.members}
      lead={texts.membersLead}
      actions={<AddressInput label={texts.searchMembers} word="person" />}
    >
      <Boundary of={`${org} ${words.person ?? ''}`}>
        <Members org={org} q={words.person} />
      </Boundary>
    </Section>
  )
}

function Members({ org, q }: { org: string; q: string | undefined }) {
  const sorting = useSorting(defaultOrders.members, ['name', 'role', 'since'], 'members')
  const { items, more } = usePaged(membersQuery(org, { q }), sorting)
  if (items.length === 0) return <Empty title={texts.noMember} />
  return (
    <Rows
      caption={texts.members}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={({ person }) => person.id}
      columns={[
        {
          label: texts.person,
          sort: 'name',
          cell: ({ person }) => (
            <Named
              name={
                <TextLink to="/operate/people" search={{ q: person.email }} inherit>
                  {person.name || person.email}
                </TextLink>
              }
              detail={person.email}
            />
          ),
        },
        { label: texts.role, sort: 'role', cell: ({ role }) => organizationTexts.roles[role] },
        { label: texts.since, sort: '-since', cell: ({ since }) => <Time at={since} /> },
      ]}
    />
  )
}
