const SIGNALS: Readonly<Record<number, string>> = {
  4: 'an illegal instruction (SIGILL)',
  6: 'an abort (SIGABRT)',
  7: 'a bus error (SIGBUS)',
  9: 'a kill (SIGKILL)',
  11: 'a segmentation fault (SIGSEGV)',
  15: 'the stop signal (SIGTERM)',
}

/** A sentence for the publisher about how a container ended. */
export function describeExit(code: number | null, outOfMemory: boolean, stopped: boolean): string {
  if (outOfMemory && code !== 0) return 'It needed more memory than its performance plan grants and was killed.'
  if (stopped) return 'It was stopped by the platform.'
  if (code === null) return 'It ended without telling how.'
  if (code === 126 || code === 127) return `Its command could not be started (exit code ${code}).`
  if (code > 128) return `It was ended by ${SIGNALS[code - 128] ?? `signal ${code - 128}`}.`
  return `It ended by itself with exit code ${code}.`
}
