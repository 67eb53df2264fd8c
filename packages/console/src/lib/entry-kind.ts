export type EntryKind = 'delivery' | 'call' | 'tenant-call' | 'hook'

/** What kind of entry of the activity an id names, before anything of it is read. */
export function entryKind(id: string): EntryKind {
  if (id.startsWith('dlv_') || id.startsWith('evt_')) return 'delivery'
  if (id.startsWith('tcl_')) return 'tenant-call'
  return id.startsWith('ent_') ? 'hook' : 'call'
}
