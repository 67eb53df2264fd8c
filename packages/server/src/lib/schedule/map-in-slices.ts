import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Maps what others decide the amount of, without holding the event loop: when so much was worked on, everybody else has a turn. */
export async function mapInSlices<In, Out>(
  items: readonly In[],
  slice: { sizeOf: (item: In) => number; most: number },
  map: (item: In) => Out,
): Promise<Out[]> {
  const mapped: Out[] = []
  let size = 0
  for (const item of items) {
    if (size >= slice.most) {
      await yieldToOthers()
      size = 0
    }
    size += slice.sizeOf(item)
    mapped.push(map(item))
  }
  return mapped
}
