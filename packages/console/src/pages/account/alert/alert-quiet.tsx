import { Group, Text, TextInput } from '@mantine/core'
import { alerts as texts } from '../../../texts/alerts.ts'
import type { AlertInputsProps } from './alert-form.ts'

/** When messages wait, in which zone. Both ends are given, or none. */
export function AlertQuiet({ draft, set }: AlertInputsProps) {
  return (
    <div>
      <Group grow align="flex-end">
        <TextInput
          type="time"
          label={texts.quietFrom}
          required={draft.to !== ''}
          aria-describedby="quiet-hint"
          value={draft.from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label={texts.quietTo}
          required={draft.from !== ''}
          aria-describedby="quiet-hint"
          value={draft.to}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </Group>
      <Text id="quiet-hint" size="xs" c="dimmed" mt={6}>
        {texts.quietHint(draft.timeZone)}
      </Text>
    </div>
  )
}
