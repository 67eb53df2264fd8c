/** A small file as the value of a File setting. */
export interface SettingFile {
  /** The name it was chosen under; `''` when it was given without one. */
  name: string
  /** Its media type, in lower case. */
  type: string
  /** Number of bytes. */
  size: number
  base64: string
}

// A name of 255 letters, the most that file systems take, has at most 2,295 characters when it is encoded.
const form =
  /^data:([a-z]{1,50}\/[a-z0-9.+-]{1,100})?((?:;(?:name=[^;,\s]{0,2295}|charset=[a-z0-9._-]{1,40})){0,2});base64,([A-Za-z0-9+/]*={0,2})$/i
const DEFAULT_TYPE = 'application/octet-stream'

/**
 * Reads a file from its value, a data URL; undefined when the value is none.
 *
 * @example parseFile('data:text/plain;name=a.txt;base64,aGk=') // { name: 'a.txt', type: 'text/plain', size: 2, … }
 */
export function parseFile(text: string): SettingFile | undefined {
  const match = form.exec(text)
  if (!match) return undefined
  const [, type = DEFAULT_TYPE, parameters = '', base64 = ''] = match
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  if (base64.length % 4 !== 0 || /;(name|charset)=.*;\1=/i.test(parameters)) return undefined
  const named = /;name=([^;]*)/i.exec(parameters)?.[1] ?? ''
  const name = decoded(named)
  if (name === undefined) return undefined
  return { name, type: type.toLowerCase(), size: (base64.length / 4) * 3 - padding, base64 }
}

/**
 * Writes a file as the value of its setting.
 *
 * @example formatFile({ name: 'ca.pem', type: 'application/x-pem-file', base64 })
 */
export function formatFile(file: Pick<SettingFile, 'name' | 'type' | 'base64'>): string {
  const name = encodeURIComponent(file.name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `data:${file.type || DEFAULT_TYPE};name=${name};base64,${file.base64}`
}

/** A name without control characters and path separators; undefined for anything else. */
function decoded(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    return /[\u0000-\u001f\u007f/\\]/.test(name) ? undefined : name
  } catch {
    return undefined
  }
}
