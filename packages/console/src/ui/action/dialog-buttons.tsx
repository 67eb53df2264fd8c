import { Button, type ButtonProps, Group } from '@mantine/core'
import { common } from '../../texts/common.ts'

interface Props extends Pick<ButtonProps, 'loading' | 'disabled' | 'color'> {
  /** What the dialog does when it is sent. */
  label: string
  onCancel: () => void
}

/** The end of a form in a dialog: leave it, or send it. */
export function DialogButtons({ label, onCancel, ...look }: Props) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {common.cancel}
      </Button>
      <Button type="submit" {...look}>
        {label}
      </Button>
    </Group>
  )
}
