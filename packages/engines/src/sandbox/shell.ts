/** One word for a POSIX shell, whatever it holds. */
export function quote(word: string): string {
  return /^[A-Za-z0-9_./:=,+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

export function command(words: readonly string[]): string {
  return words.map(quote).join(' ')
}
