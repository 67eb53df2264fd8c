import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { common } from '../../texts/common.ts'
import { failureText } from './failure.tsx'

const texts = common.undo
/** Long enough to read it, think and press. */
const UNDO_MS = 12_000
let told = 0

/** Says that something is done; where it can be taken back, with a button for it. */
export function tellDone(message: string, undo?: () => Promise<unknown>): void {
  if (undo === undefined) {
    notifications.show({ message, color: 'pine' })
    return
  }
  told += 1
  const id = `undo-${told}`
  const takeBack = () => {
    notifications.hide(id)
    undo().then(
      () => notifications.show({ message: texts.done, color: 'pine' }),
      (failure: unknown) =>
        notifications.show({ title: texts.failed, message: failureText(failure), color: 'red', autoClose: false }),
    )
  }
  notifications.show({
    id,
    color: 'pine',
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="light" onClick={takeBack}>
          {texts.undo}
        </Button>
      </Group>
    ),
  })
}
