const FOREIGN_KEY_VIOLATION = '23503'

/** Whether an error says that the listing a row was to belong to has been deleted meanwhile. */
export function isListingGone(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === FOREIGN_KEY_VIOLATION && typeof constraint === 'string' && constraint.endsWith('_listing_id_fkey')
}
