/** What a sealed batch of compared calls is bound to. */
export function shadowBatchIdentity(id: string): string {
  return `shadow batch ${id}`
}
