/** The texts of an array as it goes to the database. */
export function textsOfArray(bytes: Buffer): string[] {
  const texts: string[] = []
  for (let at = 20; at < bytes.length; ) {
    const length = bytes.readInt32BE(at)
    texts.push(bytes.toString('utf8', at + 4, at + 4 + length))
    at += 4 + length
  }
  return texts
}
