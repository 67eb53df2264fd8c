import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The kernel takes socket paths of at most 107 bytes; names in the folder need about 25. */
const LONGEST = 80

/** A private folder for sockets: beside the data where the path is short enough, else a short one in /tmp. */
export async function socketFolder(folder: string): Promise<string> {
  const beside = join(folder, 'run')
  const short = `/tmp/mkt-${process.getuid?.() ?? 0}-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const chosen = Buffer.byteLength(beside) <= LONGEST ? beside : short
  await mkdir(chosen, { recursive: true, mode: 0o700 })
  const status = await lstat(chosen)
  if (!status.isDirectory() || status.uid !== process.getuid?.() || (status.mode & 0o077) !== 0) {
    throw new Error(`${chosen} must be a folder of this user with mode 0700; remove it and start again`)
  }
  return chosen
}
