import type { DevCall } from './call-log.ts'

const LONGEST = 160

/** A call in two or three lines for the terminal. */
export function printCall(call: DevCall): string[] {
  const outcome = call.status === 0 ? `no answer (${call.error ?? 'unknown'})` : String(call.status)
  const reads = call.stateReads === 0 ? '' : `, ${call.stateReads} state read${call.stateReads === 1 ? '' : 's'}`
  const again = call.replayOf ? `, replay of ${call.replayOf}` : ''
  const lines = [
    `${call.kind} ${call.method} ${call.path} → ${outcome} in ${call.durationMs} ms${reads}${again} [${call.id}]`,
  ]
  if (call.requestBody !== '') lines.push(`  > ${short(call.requestBody)}`)
  if (call.answer !== '') lines.push(`  < ${short(call.answer)}`)
  return lines
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
