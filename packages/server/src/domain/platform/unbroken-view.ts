import type { DecodedView } from './decoded-views.ts'

/** The end of a line, and how far the next one is indented. */
const BREAK = /\r?\n[ \t]*/g

/**
 * A view with its lines joined, because base64 is written in lines of 64 characters (PEM) or 76 (mail), indented or not; undefined where
 * there is one line only. What ends with a line ends before the break.
 */
export function unbroken(view: DecodedView): DecodedView | undefined {
  const breaks = [...view.text.matchAll(BREAK)]
  if (breaks.length === 0) return undefined
  const joints = new Uint32Array(breaks.length)
  const removed = new Uint32Array(breaks.length + 1)
  for (const [index, found] of breaks.entries()) {
    joints[index] = found.index - (removed[index] ?? 0)
    removed[index + 1] = (removed[index] ?? 0) + found[0].length
  }
  return {
    text: view.text.replace(BREAK, ''),
    begin: (index) => view.begin(index + (removed[countUpTo(joints, index)] ?? 0)),
    end: (index) => view.end(index + (removed[countUpTo(joints, index - 1)] ?? 0)),
  }
}

/** How many of the numbers, which only grow, are no greater than this. */
function countUpTo(numbers: Uint32Array, most: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= most) low = middle + 1
    else high = middle
  }
  return low
}
