/** How often a program may end by itself before nobody tries again, and how long is waited before each start. */
export const restartPolicy = { most: 5, withinMs: 300_000, firstMs: 500, longestMs: 15_000 }

/**
 * What to do when the program has ended: end with it, start it again after a while, or give up. A program that was never ready has said itself why it
 * cannot start, so it is not started again; one that ends again and again would only fill the terminal.
 *
 * `ends` are the moments of former unexpected ends, in milliseconds.
 */
export function afterEnd({ code, signal, stopping, everReady, ends, now }, policy = restartPolicy) {
  const asked = stopping || (code === 0 && signal === null)
  if (asked || (!everReady && signal === null)) return { kind: 'exit', code: code ?? 0 }
  const recent = [...ends.filter((end) => end > now - policy.withinMs), now]
  if (!everReady || recent.length > policy.most) return { kind: 'give-up', ends: recent }
  const afterMs = Math.min(policy.longestMs, policy.firstMs * 2 ** (recent.length - 1))
  return { kind: 'again', ends: recent, afterMs }
}
