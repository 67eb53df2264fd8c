import type { FileHandle } from 'node:fs/promises'

/** Bytes that can be read at any place. */
export interface ByteSource {
  size: number
  read(offset: number, length: number): Promise<Buffer>
}

export function bytesOf(bytes: Buffer): ByteSource {
  return { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) }
}

export function fileBytes(handle: FileHandle, size: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      const wanted = Math.max(0, Math.min(length, size - offset))
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, offset)
      return buffer.subarray(0, bytesRead)
    },
  }
}
