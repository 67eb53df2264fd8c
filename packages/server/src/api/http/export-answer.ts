import { Readable } from 'node:stream'
import { RawAnswer } from './route.ts'

interface Export {
  head?: string
  lines: AsyncGenerator<string>
  tail?: string
}

/**
 * A long answer that is read only as fast as it is taken. It begins once its first lines are there: what fails until then is answered as a
 * problem, not by a success that is cut off.
 */
export async function exportAnswer(contentType: string, { head = '', lines, tail = '' }: Export): Promise<RawAnswer> {
  const first = await lines.next()
  async function* text(): AsyncGenerator<string> {
    yield head + (first.done === true ? '' : first.value)
    yield* lines
    yield tail
  }
  return new RawAnswer(contentType, Readable.from(text()))
}
