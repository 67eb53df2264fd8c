import type { Readable } from 'node:stream'

export interface Written {
  bytes: number
  sha256: string
}

/** A place that files are written to once and read from: a folder, or a bucket. */
export interface Archive {
  /** How people call it. */
  name: string
  isEmpty(): Promise<boolean>
  /** Writes a file whole or not at all. */
  write(file: string, source: AsyncIterable<Uint8Array>): Promise<Written>
  /** The bytes of a file, or undefined where there is none. */
  read(file: string): Promise<Readable | undefined>
  /** The names of the files directly in a folder, by name. */
  list(folder: string): Promise<string[]>
  close(): Promise<void>
}
