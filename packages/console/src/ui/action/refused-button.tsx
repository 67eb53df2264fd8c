import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { useId } from 'react'
import { common } from '../../texts/common.ts'

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'leftSection'> {
  label: string
  /** What it would be done to, where many buttons have the same label. */
  of?: string | undefined
  because: string
}

/** A button that cannot be pressed and says why, on hover, on focus and to screen readers: one that is disabled gets no focus. */
export function RefusedButton({ label, of, because, ...look }: Props) {
  const id = useId()
  return (
    <>
      <Tooltip label={because} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
        <Button
          {...look}
          data-disabled
          aria-disabled
          aria-label={of === undefined ? undefined : common.of(label, of)}
          aria-describedby={id}
        >
          {label}
        </Button>
      </Tooltip>
      {/* Read with the button, not as text of the page: a list has it in every row. */}
      <span id={id} hidden>
        {because}
      </span>
    </>
  )
}
