import { Select } from '@mantine/core'
import { useAddress } from './use-address.ts'

interface Props {
  label: string
  options: { value: string; label: string }[]
  /** Under which word of the address the choice is kept. */
  word: string
  /** What it says while nothing is chosen. */
  any?: string
  /** What is chosen while the address says nothing. Then one of the options is always chosen. */
  otherwise?: string
}

/** Narrows a list to one of a few kinds. What is chosen is in the address, so that the list can be sent to somebody. */
export function FilterSelect({ label, any, options, word, otherwise }: Props) {
  const { words, set } = useAddress()
  const value = words[word] ?? otherwise
  const mayBeEmpty = otherwise === undefined
  return (
    <Select
      size="sm"
      w={160}
      aria-label={label}
      placeholder={any}
      clearable={mayBeEmpty}
      allowDeselect={mayBeEmpty}
      data={options}
      value={options.some((option) => option.value === value) ? (value ?? null) : null}
      onChange={(next) => set({ [word]: next === null || next === otherwise ? undefined : next })}
    />
  )
}
