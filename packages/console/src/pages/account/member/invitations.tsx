import { RowConfirm } from '../../../parts/access/row-confirm.tsx'
import { invitationsQuery, useRevokeInvitation } from '../../../queries/accounts/members.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

const texts = organizationTexts.members
const roles = Object.entries(organizationTexts.roles)
  .filter(([role]) => role !== 'owner')
  .map(([value, label]) => ({ value, label }))

/** Invitations that nobody has accepted yet; nothing where there are none. */
export function Invitations({ org }: { org: string }) {
  const revoke = useRevokeInvitation()
  const revoking = useGrant('revokeInvitation', ownedBy({ id: org }))
  const sorting = useSorting(defaultOrders.invitations, ['email', 'role', 'expiresAt'], 'invitations')
  const { words } = useAddress()
  const filter = { q: words.invited, role: words.invitedRole }
  const { items, more } = usePaged(invitationsQuery(org, filter), sorting)
  const narrowed = Boolean(filter.q || filter.role)
  if (items.length === 0 && !narrowed) return null
  return (
    <Section
      flush
      title={texts.open}
      actions={
        <>
          <AddressInput label={texts.searchOpen} word="invited" />
          <FilterSelect
            label={common.of(texts.open, texts.role)}
            any={texts.anyRole}
            options={roles}
            word="invitedRole"
          />
        </>
      }
    >
      {items.length === 0 ? <Empty small title={common.noMatch} /> : null}
      <Rows
        caption={texts.open}
        items={items}
        more={more}
        sorting={sorting}
        keyOf={(invitation) => invitation.id}
        columns={[
          { label: texts.email, sort: 'email', cell: (invitation) => invitation.email },
          { label: texts.role, sort: 'role', cell: (invitation) => organizationTexts.roles[invitation.role] },
          { label: texts.expires, sort: 'expiresAt', cell: (invitation) => <Time at={invitation.expiresAt} ahead /> },
          {
            label: '',
            align: 'right',
            cell: (invitation) => (
              <RowConfirm
                grant={revoking}
                red
                label={texts.remove}
                of={invitation.email}
                text={texts.removeInvitationText}
                act={() => revoke.mutateAsync(invitation.id)}
              />
            ),
          },
        ]}
      />
    </Section>
  )
}
