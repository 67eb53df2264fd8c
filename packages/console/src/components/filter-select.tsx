import { Select } from '@mantine/core'

interface Props {
  label: string
  /** What it says while nothing is chosen. */
  any: string
  options: { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Narrows a list to one of a few kinds. */
export function FilterSelect({ label, any, options, value, onChange }: Props) {
  return (
    <Select
      size="sm"
      w={160}
      aria-label={label}
      placeholder={any}
      clearable
      data={options}
      value={options.some((option) => option.value === value) ? (value ?? null) : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
