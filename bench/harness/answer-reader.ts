/**
 * Counts HTTP/1.1 answers in a stream of bytes: just enough of the protocol to know where an answer ends
 * (content-length, chunked, or no body), so that the generator costs far less than what it measures.
 */
export function createAnswerReader(onAnswer: (status: number) => void): (bytes: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)

  /** Length of the first answer in `pending`, or undefined while it is incomplete. */
  function measure(): { length: number; status: number } | undefined {
    const end = pending.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const head = pending.toString('latin1', 0, end).toLowerCase()
    const status = Number(head.slice(9, 12))
    const begin = end + 4
    if (status === 204 || status === 304) return { length: begin, status }
    const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1]
    if (length !== undefined) {
      const total = begin + Number(length)
      return pending.length >= total ? { length: total, status } : undefined
    }
    const last = pending.indexOf('0\r\n\r\n', begin)
    return last < 0 ? undefined : { length: last + 5, status }
  }

  return (bytes) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
    for (let answer = measure(); answer !== undefined; answer = measure()) {
      pending = pending.subarray(answer.length)
      onAnswer(answer.status)
    }
  }
}
