/** The JSON value of bytes from outside; undefined where they are no JSON. */
export function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
