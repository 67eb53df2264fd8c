import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { ssoTexts } from '../../texts/sso.ts'

const texts = ssoTexts.connection

export interface GroupRule {
  group: string
  role: string
}

export interface RoleChoice {
  value: string
  label: string
}

/** Rows of group and role. */
export function GroupRoles({
  roles,
  rules,
  onChange,
}: {
  roles: readonly RoleChoice[]
  rules: GroupRule[]
  onChange: (rules: GroupRule[]) => void
}) {
  const weakest = roles.at(-1)?.value ?? ''
  const change = (at: number, part: Partial<GroupRule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)))
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={600}>
          {texts.groupRoles}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.groupRolesHint}
        </Text>
      </div>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own while they are typed.
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={`${texts.group} ${index + 1}`}
            placeholder={texts.group}
            value={rule.group}
            style={{ flex: 1 }}
            onChange={(event) => change(index, { group: event.currentTarget.value })}
          />
          <Select
            aria-label={`${texts.role} ${index + 1}`}
            data={[...roles]}
            value={rule.role}
            allowDeselect={false}
            onChange={(role) => change(index, { role: role ?? weakest })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.removeGroup(rule.group)}
            onClick={() => onChange(rules.filter((_, other) => other !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rules, { group: '', role: weakest }])}
        >
          {texts.addGroup}
        </Button>
      </Group>
    </Stack>
  )
}
