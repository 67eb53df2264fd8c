// Sequences first, whole: their harmless-looking rest would stay behind otherwise. An operating system command or a device
// control string runs to its terminator; one that is never ended runs to the end of the text.
const sequences = new RegExp(
  [
    // OSC, DCS, SOS, PM and APC, begun by ESC or by their C1 form.
    String.raw`(?:\u001B[\]PX^_]|[\u009D\u0090\u0098\u009E\u009F])[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C|(?=\u001B)|$)`,
    // CSI: parameters, intermediates, final byte.
    String.raw`(?:\u001B\[|\u009B)[\u0030-\u003F]*[\u0020-\u002F]*[\u0040-\u007E]?`,
    // Any other escape: intermediates and a final byte.
    String.raw`\u001B[\u0020-\u002F]*[\u0030-\u007E]?`,
  ].join('|'),
  'g',
)
// What is left of control characters but tab and line feed; and marks that change the direction of the text around them.
const controls = /(?![\t\n])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/**
 * A text that a terminal shows as it is: without escape sequences and control characters, no matter who wrote it. Tabs and
 * line feeds stay; a carriage return, which would write over the line, becomes a line feed.
 *
 * @example plainText('\u001b[31mred\u001b[0m') // 'red'
 */
export function plainText(text: string): string {
  return text.replace(sequences, '').replace(/\r\n?/g, '\n').replace(controls, '')
}
