/** Work that several ask for at once is done once, and all of them get what came of it. */
export function createSharedWork<Value>(): (key: string, work: () => Promise<Value>) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>()
  return (key, work) => {
    const known = underWay.get(key)
    if (known !== undefined) return known
    const begun = work().finally(() => underWay.delete(key))
    underWay.set(key, begun)
    return begun
  }
}
