import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type PlatformRole, useChangePlatformRole } from '../../queries/accounts/people.ts'
import { common } from '../../texts/common.ts'
import { operate } from '../../texts/operate.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'

const texts = operate.people

interface Props {
  person: { id: string; name: string; email: string; platformRole: PlatformRole }
  /** Why it cannot be changed. */
  fixed?: string | undefined
}

/** The platform role of a person. It reaches every organization, so a change is confirmed with what it means. */
export function PlatformRoleChoice({ person, fixed }: Props) {
  const change = useChangePlatformRole()
  const [asked, ask] = useState<string>()
  const title = texts.changeRole(person.name || person.email)
  const close = () => {
    ask(undefined)
    change.reset()
  }
  if (fixed !== undefined) {
    return (
      <div>
        {texts[person.platformRole ?? 'none']}
        <Text size="xs" c="dimmed">
          {fixed}
        </Text>
      </div>
    )
  }
  return (
    <>
      <Select
        size="xs"
        w={130}
        aria-label={common.of(texts.role, person.name)}
        allowDeselect={false}
        data={[
          { value: '', label: texts.none },
          { value: 'moderator', label: texts.moderator },
          { value: 'operator', label: texts.operator },
        ]}
        value={person.platformRole ?? ''}
        onChange={(next) => {
          if ((next ?? '') !== (person.platformRole ?? '')) ask(next ?? '')
        }}
      />
      <Modal opened={asked !== undefined} onClose={close} title={title} centered>
        <Stack gap="md">
          <Text>{texts.roleMeans[(asked || 'none') as keyof typeof texts.roleMeans]}</Text>
          <FailureNote failure={change.error} />
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={close}>
              {common.cancel}
            </Button>
            <Button
              color="red"
              loading={change.isPending}
              onClick={() =>
                change.mutate(
                  { id: person.id, platformRole: (asked || null) as PlatformRole },
                  { onSuccess: () => ask(undefined) },
                )
              }
            >
              {texts.confirmRole}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
