import type { FileHandle } from 'node:fs/promises'
import { OutgoingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { giveBlock, takeBlock } from '../../lib/blocks.ts'

/** Bytes given at once to somebody who reads them one by one. */
const CHUNK = 256 * 1024
/** Responses that have blocks at a time. Readers may be slow and many: further ones take the memory of a chunk or two each. */
const MAX_WITH_BLOCKS = 32

let withBlocks = 0

/**
 * The bytes of an open file from `start` to `end`; its end closes the file. To a response they pass through two blocks in turn: one is filled
 * while the other is written, and no memory is made for each piece. Others may keep what they are given, so they get memory of their own.
 */
export class FileBytes extends Readable {
  readonly #file: FileHandle
  readonly #end: number
  #at: number
  #hasBlocks = false

  constructor(file: FileHandle, { start, end }: { start: number; end: number }) {
    super({ highWaterMark: CHUNK })
    this.#file = file
    this.#at = start
    this.#end = end
  }

  override pipe<Target extends NodeJS.WritableStream>(target: Target, options?: { end?: boolean }): Target {
    const isShort = this.#end - this.#at < CHUNK
    if (!(target instanceof OutgoingMessage) || isShort || withBlocks >= MAX_WITH_BLOCKS)
      return super.pipe(target, options)
    withBlocks += 1
    this.#hasBlocks = true
    this.#send(target)
      .then(() => {
        if (options?.end !== false) target.end()
        // Nothing is left to read: this ends the stream for those who wait for its end.
        this.push(null)
        this.resume()
      })
      .catch((error: Error) => this.destroy(error))
    return target
  }

  override _read(): void {
    const block = Buffer.allocUnsafeSlow(Math.min(CHUNK, this.#end - this.#at + 1))
    this.#fill(block)
      .then((bytes) => this.push(bytes.length === 0 ? null : bytes))
      .catch((error: Error) => this.destroy(error))
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#hasBlocks) withBlocks -= 1
    // This waits for a read that is in progress.
    callbackify(() => this.#file.close())((failure) => done(error ?? failure))
  }

  async #send(target: OutgoingMessage): Promise<void> {
    const blocks: [Buffer, Buffer] = [takeBlock(), takeBlock()]
    let writing: Promise<void> = Promise.resolve()
    for (let turn = 0; this.#at <= this.#end; turn += 1) {
      const bytes = await this.#fill(blocks[turn % 2 === 0 ? 0 : 1])
      await writing
      writing = write(target, bytes)
      // A failure is heard when it is waited for.
      writing.catch(() => {})
    }
    await writing
    // Only now: a target that failed may still hold one of them.
    for (const block of blocks) giveBlock(block)
  }

  async #fill(block: Buffer): Promise<Buffer> {
    const most = Math.min(block.length, this.#end - this.#at + 1)
    const { bytesRead } = await this.#file.read(block, 0, most, this.#at)
    if (bytesRead === 0 && most > 0) throw new Error('The file is shorter than it was.')
    this.#at += bytesRead
    return block.subarray(0, bytesRead)
  }
}

/** Resolves when the target has no more need of the bytes. One that closes meanwhile may never say so. */
function write(target: OutgoingMessage, bytes: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const closed = () => reject(new Error('The reader went away.'))
  target.once('close', closed)
  target.write(bytes, (error) => (error ? reject(error) : resolve()))
  return promise.finally(() => target.off('close', closed))
}
