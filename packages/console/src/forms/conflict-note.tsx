import { Alert, Button, Group, Stack } from '@mantine/core'
import { forms } from '../texts/forms.ts'

interface Props {
  /** What somebody else saved. */
  title: string
  onLoad: () => void
  onOverwrite: () => void
}

/** Says that somebody else saved meanwhile. The input stays, and the person decides which of the two counts. */
export function ConflictNote({ title, onLoad, onOverwrite }: Props) {
  return (
    <Alert color="clay" role="alert" title={title}>
      <Stack gap="sm">
        {forms.conflict.text}
        <Group>
          <Button size="xs" variant="default" onClick={onLoad}>
            {forms.conflict.load}
          </Button>
          <Button size="xs" onClick={onOverwrite}>
            {forms.conflict.overwrite}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
