import { Alert, Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../../lib/problem-at.ts'
import { type GrantableRole, useInviteMember } from '../../../queries/accounts/members.ts'
import { common } from '../../../texts/common.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { DialogButtons } from '../../../ui/action/dialog-buttons.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'

const texts = organizationTexts.members

export function InviteMember({ org }: { org: string }) {
  const [opened, dialog] = useDisclosure(false)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<GrantableRole>('developer')
  const invite = useInviteMember(org)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ email, role })
  }
  const open = () => {
    invite.reset()
    setEmail('')
    dialog.open()
  }
  return (
    <>
      <Button leftSection={<IconUserPlus size={17} />} onClick={open}>
        {texts.invite}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={texts.inviteTitle} centered>
        {invite.data ? (
          <Stack gap="md">
            <Alert color="clay">{texts.linkText}</Alert>
            <CopyLine value={invite.data.link} label={texts.link} />
            <Group justify="flex-end">
              <Button onClick={dialog.close}>{common.close}</Button>
            </Group>
          </Stack>
        ) : (
          <form onSubmit={submit} noValidate>
            <Stack gap="md">
              <FailureNote failure={invite.error} atFields />
              <TextInput
                label={texts.email}
                type="email"
                required
                data-autofocus
                value={email}
                error={problemAt(invite.error, '/email')}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              <Radio.Group label={texts.role} value={role} onChange={(next) => setRole(next as GrantableRole)}>
                <Stack gap="xs" mt="xs">
                  {(['admin', 'operations', 'developer', 'viewer'] as const).map((one) => (
                    <Radio
                      key={one}
                      value={one}
                      label={organizationTexts.roles[one]}
                      description={organizationTexts.roleMeanings[one]}
                    />
                  ))}
                </Stack>
              </Radio.Group>
              <DialogButtons label={texts.invite} loading={invite.isPending} onCancel={dialog.close} />
            </Stack>
          </form>
        )}
      </Modal>
    </>
  )
}
