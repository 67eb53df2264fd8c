import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { common } from '../../texts/common.ts'
import { FailureNote } from '../feedback/failure.tsx'

export interface Confirmation extends Pick<ButtonProps, 'color'> {
  /** The button that does it. */
  label: string
  text: ReactNode
  /** The word that must be typed first, for what cannot be undone. */
  typeToConfirm?: string | undefined
  /** There is nothing to do, as the text says. */
  idle?: boolean
  act: () => Promise<unknown>
}

interface Props extends Confirmation {
  opened: boolean
  title: string
  onClose: () => void
}

/** Says what will happen before it does; a failure is shown where it was asked for. */
export function ConfirmDialog({ opened, title, onClose, ...confirmation }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <Asked {...confirmation} onClose={onClose} />
    </Modal>
  )
}

/** Lives as long as the dialog is open, so each time begins without the word and the failure of the last one. */
function Asked({
  label,
  text,
  typeToConfirm,
  idle = false,
  color,
  act,
  onClose,
}: Confirmation & { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const action = useMutation({ mutationFn: act, onSuccess: onClose })
  return (
    <Stack gap="md">
      <Text component="div">{text}</Text>
      {typeToConfirm ? (
        <TextInput
          label={common.typeToConfirm(typeToConfirm)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
      ) : null}
      <FailureNote failure={action.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          {...(color ? { color } : {})}
          loading={action.isPending}
          disabled={idle || (typeToConfirm !== undefined && typed !== typeToConfirm)}
          onClick={() => action.mutate()}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
