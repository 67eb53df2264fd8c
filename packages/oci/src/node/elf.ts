import { open } from 'node:fs/promises'
import { OciError } from '../oci-error.ts'

/** Fails unless the file is a 64-bit x86 ELF program: applications run on amd64, whatever machine builds them. */
export async function assertAmd64(path: string): Promise<void> {
  const header = Buffer.alloc(20)
  const file = await open(path, 'r')
  await file.read(header, 0, header.length, 0).finally(() => file.close())
  const elf = header.toString('latin1', 1, 4) === 'ELF' && header[4] === 2
  if (!elf || header.readUInt16LE(18) !== 0x3e)
    throw new OciError(
      'build_impossible',
      `${path} is not a Linux amd64 program; build on such a machine, name an amd64 Node binary, or build with Docker`,
    )
}
