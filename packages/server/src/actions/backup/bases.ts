import { text } from 'node:stream/consumers'
import type { BaseBackup } from '../../domain/backup/base-index.ts'
import type { Archive } from '../../lib/archive/archive.ts'

const FOLDER = 'base'
const FACTS = '.json'

/** The file of a base. */
export const baseFile = (id: string) => `${FOLDER}/${id}.tar`

/** Keeps what is known of a base beside it, last of all: a base without it is not whole. Each has a file of its own, so two at once keep both. */
export async function recordBase(archive: Archive, base: BaseBackup): Promise<void> {
  await archive.write(`${FOLDER}/${base.id}${FACTS}`, chunks(JSON.stringify(base, null, 2)))
}

/** Every whole base, the oldest first. */
export async function readBases(archive: Archive): Promise<BaseBackup[]> {
  const files = (await archive.list(FOLDER)).filter((name) => name.endsWith(FACTS))
  const found = await Promise.all(files.map((name) => archive.read(`${FOLDER}/${name}`)))
  // Somebody may remove an old base meanwhile.
  const there = await Promise.all(found.flatMap((source) => (source === undefined ? [] : [text(source)])))
  return there
    .map((content) => JSON.parse(content) as BaseBackup)
    .toSorted((a, b) => a.endedAt.localeCompare(b.endedAt))
}

async function* chunks(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}
