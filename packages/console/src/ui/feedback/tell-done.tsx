import { Button, Group, Text } from '@mantine/core'
import { common } from '../../texts/common.ts'
import { failureText } from './failure.tsx'
import { hideNote, showNote } from './notes.tsx'

const texts = common.undo
/** Long enough to read it, think and press. */
const UNDO_MS = 12_000
let told = 0

/** Says that something is done; where it can be taken back, with a button for it. */
export function tellDone(message: string, undo?: () => Promise<unknown>): void {
  if (undo === undefined) {
    void showNote({ message, color: 'pine' })
    return
  }
  told += 1
  const id = `undo-${told}`
  const takeBack = () => {
    void hideNote(id)
    undo().then(
      () => tellDone(texts.done),
      (failure: unknown) => tellFailed(texts.failed, failureText(failure)),
    )
  }
  void showNote({
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

/** Says that something could not be done, and why. It stays until it is closed. */
export function tellFailed(title: string, reason: string): void {
  void showNote({ title, message: reason, color: 'red', autoClose: false })
}
