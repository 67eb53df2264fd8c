import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** A row of the log as it lies on the disk: an application may write down what it was told, so only the platform can read it. */
export function sealRow(key: Buffer, row: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([iv, cipher.update(row, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return sealed.toString('base64')
}

/** The row, or undefined where it was sealed with another key or changed since. */
export function openRow(key: Buffer, text: string): string | undefined {
  const sealed = Buffer.from(text, 'base64')
  if (sealed.length < IV_BYTES + TAG_BYTES) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const body = sealed.subarray(IV_BYTES, -TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
