import { chmodSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Writes a file so that it appears whole or not at all, keeping the mode of the one it replaces. */
export function writeFileWhole(file: string, content: string | Uint8Array, mode?: number): void {
  const temporary = `${file}.${process.pid}.tmp`
  const former = statSync(file, { throwIfNoEntry: false })
  try {
    const bits = mode ?? (former ? former.mode & 0o777 : 0o644)
    writeFileSync(temporary, content, { mode: bits, flush: true })
    // The mode above passes through the umask; a file that is replaced keeps its own.
    chmodSync(temporary, bits)
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}
