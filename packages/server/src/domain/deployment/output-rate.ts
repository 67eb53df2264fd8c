import { limits } from '@mkt/contract/limits'

/** How much of what its containers write is kept of an app, and how quickly an instance may fill that. */
export const outputLimits = {
  bytesPerSecond: limits.outputRate.value,
  burstBytes: limits.outputBurst.value,
  bytesPerApp: limits.outputKept.value,
} as const

/** Overhead of a stored line, in bytes. */
export const LINE_COST = 64

/** Remaining output allowance of an instance, and its time. */
export interface OutputAllowance {
  bytes: number
  at: Date
}

export interface Line {
  at: Date
  stream: 'stdout' | 'stderr'
  text: string
}

export interface AdmittedLines<L extends Line> {
  allowance: OutputAllowance
  lines: (L | Line)[]
  bytes: number
}

/** Takes what fits and says how much did not. Nothing is held back: a container that writes too much loses lines, not time. */
export function admitLines<L extends Line>(
  before: OutputAllowance | undefined,
  offered: readonly L[],
  now: Date,
  limits: { bytesPerSecond: number; burstBytes: number } = outputLimits,
): AdmittedLines<L> {
  const earned = before === undefined ? 0 : ((now.getTime() - before.at.getTime()) * limits.bytesPerSecond) / 1000
  const most = Math.min(limits.burstBytes, (before?.bytes ?? limits.burstBytes) + Math.max(0, earned))
  let bytes = 0
  const lines: (L | Line)[] = []
  for (const line of offered) {
    const cost = Buffer.byteLength(line.text) + LINE_COST
    if (bytes + cost > most) break
    bytes += cost
    lines.push(line)
  }
  const dropped = offered.length - lines.length
  const last = offered.at(-1)
  if (dropped > 0 && last !== undefined)
    lines.push({ at: last.at, stream: 'stderr', text: `[${dropped} lines dropped: more output than the log takes]` })
  return { allowance: { bytes: most - bytes, at: now }, lines, bytes }
}
