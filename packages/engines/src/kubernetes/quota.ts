const ENTRY = /^(pods|cpu|memory)=(\d+(?:\.\d+)?(?:m|k|M|G|T|Ki|Mi|Gi|Ti)?)$/

/** Reads entries such as `pods=50` and `memory=16Gi` as the amounts of a ResourceQuota. Null when one is none. */
export function parseQuota(entries: readonly string[]): Record<string, string> | null {
  const found = entries.map((entry) => ENTRY.exec(entry))
  if (found.includes(null)) return null
  return Object.fromEntries(found.map((match) => [match?.[1] ?? '', match?.[2] ?? '']))
}
