import { Switch, Tooltip } from '@mantine/core'
import { useId } from 'react'

interface Props {
  label: string
  description: string
  checked: boolean
  because: string
}

/** A switch that shows how something is and why it cannot be turned, on hover, on focus and to screen readers. */
export function RefusedSwitch({ label, description, checked, because }: Props) {
  const id = useId()
  return (
    <>
      <Tooltip label={because} multiline maw={320} events={{ hover: true, focus: true, touch: true }} refProp="rootRef">
        <Switch
          label={label}
          description={description}
          checked={checked}
          onChange={() => undefined}
          aria-disabled
          aria-describedby={id}
          styles={{ track: { opacity: 0.5, cursor: 'not-allowed' } }}
        />
      </Tooltip>
      <span id={id} hidden>
        {because}
      </span>
    </>
  )
}
