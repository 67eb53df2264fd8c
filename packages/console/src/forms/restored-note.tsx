import { Alert, Button, Group } from '@mantine/core'
import { forms } from '../texts/forms.ts'

/** Says that a form opened with what was typed before, and offers to begin with what is saved. */
export function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert color="clay" role="status">
      <Group justify="space-between" gap="sm">
        {forms.restored.text}
        <Button size="xs" variant="default" onClick={onDiscard}>
          {forms.restored.discard}
        </Button>
      </Group>
    </Alert>
  )
}
