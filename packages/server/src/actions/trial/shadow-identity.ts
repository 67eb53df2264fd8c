/** Additional data of an encrypted batch of compared calls. */
export function shadowBatchIdentity(id: string): string {
  return `shadow batch ${id}`
}
