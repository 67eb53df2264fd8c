import { open } from 'node:fs/promises'
import { OciError } from '../oci-error.ts'

/** Whether the file is a 64-bit x86 ELF program or library: applications run on amd64, whatever machine builds them. */
export async function isAmd64(path: string): Promise<boolean> {
  const header = Buffer.alloc(20)
  const file = await open(path, 'r')
  await file.read(header, 0, header.length, 0).finally(() => file.close())
  return header.toString('latin1', 1, 4) === 'ELF' && header[4] === 2 && header.readUInt16LE(18) === 0x3e
}

/** Fails unless the program runs where applications run. */
export async function assertAmd64(path: string, what = 'name an amd64 Node binary'): Promise<void> {
  if (await isAmd64(path)) return
  throw new OciError(
    'build_impossible',
    `${path} is not a Linux amd64 program; build on such a machine, ${what}, or build with Docker`,
  )
}
