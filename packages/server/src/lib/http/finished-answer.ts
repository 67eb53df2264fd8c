import { ownCopy } from '../process/own-copy.ts'

/** An answer but for its first line and its date: made once, sent often. */
export interface FinishedAnswer {
  /** Header lines, the empty line and the body, one character for each byte. */
  readonly text: string
  /** Where the body begins. */
  readonly bodyAt: number
}

/**
 * Puts an answer together in ASCII. A text that V8 has put together is a tree of its parts, each somewhere else in memory, and
 * writing it visits all of them each time; a copy lies in one piece.
 */
export function finishAnswer(lines: string, body: string): FinishedAnswer {
  const head = `content-length: ${body.length}\r\n${lines}\r\n`
  return { text: ownCopy(head + body), bodyAt: head.length }
}
