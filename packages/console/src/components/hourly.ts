const hour = 3_600_000

/** How many fall into each hour, oldest first, hours without any included: what a chart of volume needs. */
export function perHour<Item>(items: Item[], timeOf: (item: Item) => string, of: (item: Item) => string) {
  const starts = items.map((item) => Math.floor(new Date(timeOf(item)).getTime() / hour) * hour)
  const first = Math.min(...starts)
  const last = Math.max(...starts)
  const hours = items.length === 0 ? 0 : Math.min((last - first) / hour + 1, 24 * 7)
  const times = Array.from({ length: hours }, (_, index) => last - (hours - 1 - index) * hour)
  const kinds = [...new Set(items.map(of))]
  const counts = new Map(kinds.map((kind) => [kind, times.map(() => 0)]))
  items.forEach((item, index) => {
    const row = counts.get(of(item))
    const at = times.indexOf(starts[index] ?? 0)
    if (row && at >= 0) row[at] = (row[at] ?? 0) + 1
  })
  return { times: times.map((time) => new Date(time).toISOString()), counts }
}
