import { createHash } from 'node:crypto'
import type { Random } from './random.ts'

/** 256 random bits as text, with a prefix that tells what they are for. */
export function newToken(prefix: string, random: Random): string {
  return `${prefix}_${random.bytes(32).toString('base64url')}`
}

/** Stored form of a token: enough to find and verify it, useless to a reader of the database. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
