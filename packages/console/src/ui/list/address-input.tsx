import { FilterInput } from './filter-input.tsx'
import { useAddress } from './use-address.ts'

/** Narrows a list by what is typed, kept in the address under this word. */
export function AddressInput({ label, word }: { label: string; word: string }) {
  const { words, set } = useAddress()
  return <FilterInput label={label} value={words[word]} onChange={(value) => set({ [word]: value })} />
}
