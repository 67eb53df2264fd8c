import { Alert, Button, Group } from '@mantine/core'
import { forms } from '../texts/forms.ts'

interface Props {
  /** Whether the form asks for secrets, which were not kept. */
  secrets?: boolean
  onDiscard: () => void
}

/** Says that a form opened with what was typed before, and offers to begin with what is saved. */
export function RestoredNote({ secrets = false, onDiscard }: Props) {
  return (
    <Alert color="clay" role="status">
      <Group justify="space-between" gap="sm">
        {secrets ? `${forms.restored.text} ${forms.restored.secrets}` : forms.restored.text}
        <Button size="xs" variant="default" onClick={onDiscard}>
          {forms.restored.discard}
        </Button>
      </Group>
    </Alert>
  )
}
