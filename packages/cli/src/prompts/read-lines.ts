import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** The first lines of standard input, for use without a terminal; fewer when it ends before. */
export async function readLines(stdin: Readable, count: number): Promise<string[]> {
  const lines: string[] = []
  if (count === 0) return lines
  const reader = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of reader) {
      lines.push(line.trim())
      if (lines.length === count) break
    }
  } finally {
    reader.close()
  }
  return lines
}
