import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'leftSection'> {
  label: string
  because: string
}

/** A button that cannot be pressed and says why, on hover, on focus and to screen readers: one that is disabled gets no focus. */
export function RefusedButton({ label, because, ...look }: Props) {
  const id = useId()
  return (
    <>
      <Tooltip label={because} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
        <Button {...look} data-disabled aria-disabled aria-describedby={id}>
          {label}
        </Button>
      </Tooltip>
      <VisuallyHidden id={id}>{because}</VisuallyHidden>
    </>
  )
}
