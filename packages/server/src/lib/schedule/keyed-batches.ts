/** Items of many keys, each key in a line of its own: work for one never waits for that of another. */
export interface KeyedBatches<Item> {
  /** False where the key, or all of them together, hold as much as they may; what is being worked on counts. */
  add(key: string, item: Item, bytes: number): boolean
  /** Begins to work on what waits, a batch for each key that nothing is in progress for. True where something waits still. */
  begin(): boolean
  /** Works on everything that waits now, and resolves when it is done. */
  drain(): Promise<void>
}

export interface BatchBounds {
  itemsOfKey: number
  bytesOfKey: number
  bytes: number
}

interface Line<Item> {
  waiting: { item: Item; bytes: number }[]
  items: number
  bytes: number
  working: Promise<void> | undefined
}

/** `work` gets the items of one key, and `failed` what it throws; the items are gone either way. */
export function createKeyedBatches<Item>(
  bounds: BatchBounds,
  work: (key: string, items: readonly Item[]) => Promise<void>,
  failed: (error: unknown) => void,
): KeyedBatches<Item> {
  const lines = new Map<string, Line<Item>>()
  let held = 0

  async function workOn(key: string, line: Line<Item>): Promise<void> {
    const batch = line.waiting
    line.waiting = []
    await work(
      key,
      batch.map(({ item }) => item),
    ).catch(failed)
    const bytes = batch.reduce((sum, one) => sum + one.bytes, 0)
    held -= bytes
    line.bytes -= bytes
    line.items -= batch.length
    line.working = undefined
    if (line.items === 0) lines.delete(key)
  }

  function begin(): boolean {
    let waits = false
    for (const [key, line] of lines) {
      if (line.waiting.length === 0) continue
      if (line.working === undefined) line.working = workOn(key, line).catch(failed)
      else waits = true
    }
    return waits
  }

  const underWay = () => Promise.all([...lines.values()].map(({ working }) => working))

  return {
    add(key, item, bytes) {
      const line = lines.get(key) ?? { waiting: [], items: 0, bytes: 0, working: undefined }
      const isFull = line.items >= bounds.itemsOfKey || line.bytes + bytes > bounds.bytesOfKey
      if (isFull || held + bytes > bounds.bytes) return false
      lines.set(key, line)
      line.waiting.push({ item, bytes })
      line.items += 1
      line.bytes += bytes
      held += bytes
      return true
    },
    begin,
    async drain() {
      await underWay()
      begin()
      await underWay()
    },
  }
}
