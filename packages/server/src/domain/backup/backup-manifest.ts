import { z } from 'zod'

/** Contents of a backup. Written last: an archive without it is incomplete. */
const schema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  version: z.string(),
  migrations: z.array(z.object({ number: z.number(), name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
      columns: z.array(z.string()).min(1),
      rows: z.number(),
      bytes: z.number(),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  /** Values that each master key decrypts: lost without it. */
  secrets: z.array(
    z.object({
      masterKeyId: z.string(),
      organizations: z.array(z.string()),
      things: z.array(z.object({ what: z.string(), count: z.number(), remedy: z.string().nullable() })),
    }),
  ),
  /** Blobs in the archive; null where the backup was made without them. */
  blobs: z
    .object({
      stored: z.array(z.object({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), size: z.number() })),
      missing: z.array(z.string()),
    })
    .nullable(),
})

export type BackupManifest = z.output<typeof schema>

/** Reads a manifest, or says undefined for anything that is none. */
export function parseBackupManifest(text: string): BackupManifest | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const tableFile = (name: string) => `tables/${name}.copy.gz`
export const blobFile = (digest: string) => `blobs/${digest.slice(7)}`

interface Known {
  number: number
  checksum: string
}

/** Why this program cannot restore the backup, or undefined where it can. */
export function schemaProblem(manifest: BackupManifest, known: readonly Known[]): string | undefined {
  for (const { number, name, checksum } of manifest.migrations) {
    const own = known.find((migration) => migration.number === number)
    if (own === undefined)
      return `The backup was made by version ${manifest.version}, whose migration ${number} (${name}) this program does not know. Restore it with that version or a newer one.`
    if (own.checksum !== checksum)
      return `Migration ${number} (${name}) of this program is not the one that the backup was made with. Restore it with version ${manifest.version}.`
  }
  return undefined
}

/** Which master keys of the backup were not given, with what they open. */
export function lostSecrets(manifest: BackupManifest, given: readonly string[]): BackupManifest['secrets'] {
  return manifest.secrets.filter(({ masterKeyId }) => !given.includes(masterKeyId))
}
