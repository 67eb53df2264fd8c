import { Readable } from 'node:stream'
import { asSameParty } from '../../store/database/ask-as.ts'
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
  // Who takes the answer reads on by itself, outside of the request.
  const inParty = asSameParty()
  const read = () => inParty(() => lines.next())
  const first = await read()
  async function* text(): AsyncGenerator<string> {
    try {
      yield head + (first.done === true ? '' : first.value)
      for (let line = await read(); line.done !== true; line = await read()) yield line.value
      yield tail
    } finally {
      await lines.return(undefined)
    }
  }
  return new RawAnswer(contentType, Readable.from(text()))
}
