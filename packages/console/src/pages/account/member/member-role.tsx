import { Select } from '@mantine/core'
import { useState } from 'react'
import { type GrantableRole, type Role, useChangeMember } from '../../../queries/accounts/members.ts'
import { common } from '../../../texts/common.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { ConfirmDialog } from '../../../ui/action/confirm-dialog.tsx'
import { failureText } from '../../../ui/feedback/failure.tsx'
import { tellDone, tellFailed } from '../../../ui/feedback/tell-done.tsx'

const texts = organizationTexts.members
const grantable: GrantableRole[] = ['admin', 'operations', 'developer', 'viewer']

interface Props {
  org: string
  person: { id: string; name: string }
  role: Exclude<Role, 'owner'>
}

/** The role of a member, to be changed. It can be taken back; making somebody an admin is asked first, since admins decide over others. */
export function MemberRole({ org, person, role }: Props) {
  const change = useChangeMember(org)
  const [asking, ask] = useState(false)
  const give = async (next: GrantableRole) => {
    await change.mutateAsync({ person: person.id, role: next })
    const takeBack = () => change.mutateAsync({ person: person.id, role })
    tellDone(texts.roleChanged(person.name, organizationTexts.roles[next]), takeBack)
  }
  const choose = (next: GrantableRole) => {
    if (next === role) return
    if (next === 'admin') ask(true)
    else give(next).catch((failure: unknown) => tellFailed(texts.roleNotChanged, failureText(failure)))
  }
  return (
    <>
      <Select
        size="xs"
        w={130}
        aria-label={common.of(texts.role, person.name)}
        allowDeselect={false}
        data={grantable.map((value) => ({ value, label: organizationTexts.roles[value] }))}
        value={role}
        onChange={(next) => choose((next ?? role) as GrantableRole)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => ask(false)}
        title={texts.makeAdminTitle(person.name)}
        text={texts.makeAdminText}
        label={texts.makeAdmin}
        act={() => give('admin')}
      />
    </>
  )
}
