/** Names that would be mistaken for the platform itself or for one of its addresses. */
const reserved = new Set(
  'admin api app apps auth console docs gateway health healthz help login logout market marketplace me metrics mkt moderator null official operator platform readyz registry root schemas security settings signup state static status support system test undefined v1 v2 www'.split(
    ' ',
  ),
)

export function isReservedName(name: string): boolean {
  return reserved.has(name) || name.startsWith('mkt-')
}
