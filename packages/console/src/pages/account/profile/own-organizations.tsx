import { Text } from '@mantine/core'
import { RowConfirm } from '../../../parts/access/row-confirm.tsx'
import { useLeaveOrganization } from '../../../queries/accounts/organizations.ts'
import { useMe } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import type { Membership } from '../../../queries/session/session.ts'
import { common } from '../../../texts/common.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterInput } from '../../../ui/list/filter-input.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useLocalList } from '../../../ui/list/use-local-list.ts'
import { NewOrganization } from './new-organization.tsx'

const texts = organizationTexts.account
const list = {
  defaultOrder: '',
  keys: {
    title: (one: Membership) => one.title,
    name: (one: Membership) => one.name,
    role: (one: Membership) => organizationTexts.roles[one.role],
  },
  text: (one: Membership) => `${one.title} ${one.name}`,
  sort: 'organizations',
  q: 'organization',
}

/** The organizations somebody belongs to, and how to leave them. */
export function OwnOrganizations() {
  const { organizations } = useMe()
  const { items, more, sorting, search } = useLocalList(organizations, list)
  return (
    <Section
      flush
      title={texts.organizations}
      actions={
        <>
          {search ? <FilterInput label={texts.searchOrganizations} {...search} /> : null}
          <NewOrganization />
        </>
      }
    >
      {items.length === 0 ? (
        <Empty small title={search ? common.noMatch : texts.noOrganization} />
      ) : (
        <Rows
          caption={texts.organizations}
          items={items}
          more={more}
          sorting={sorting}
          keyOf={(organization) => organization.id}
          columns={[
            {
              label: texts.organizationTitle,
              sort: 'title',
              cell: (organization) => <Text fw={600}>{organization.title}</Text>,
            },
            { label: texts.organizationName, long: true, sort: 'name', cell: (organization) => organization.name },
            {
              label: organizationTexts.members.role,
              sort: 'role',
              cell: (organization) => organizationTexts.roles[organization.role],
            },
            {
              label: '',
              align: 'right',
              cell: (organization) => <Leave organization={organization} />,
            },
          ]}
        />
      )}
    </Section>
  )
}

/** An owner hands the organization over before leaving it. */
function Leave({ organization }: { organization: Membership }) {
  const leave = useLeaveOrganization()
  const leaving = useGrant('leaveOrganization', ownedBy(organization))
  return (
    <RowConfirm
      grant={organization.role === 'owner' ? { shown: true, because: texts.handOverFirst } : leaving}
      red
      label={texts.leave}
      of={organization.title}
      text={texts.leaveText}
      act={() => leave.mutateAsync(organization.id)}
    />
  )
}
