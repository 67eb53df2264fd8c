// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f]/

/** Whether a text from outside can be kept as it is: one line, whole characters, no longer than this. */
export function isPlainText(text: string, most: number): boolean {
  return text.length <= most && text.isWellFormed() && !CONTROL.test(text)
}
