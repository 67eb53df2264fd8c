import type { Readable } from 'node:stream'

/** Random access to the files of a tar. */
export interface ArchiveFiles {
  has(path: string): boolean
  size(path: string): number
  open(path: string): Readable
  read(path: string): Promise<Buffer>
}
