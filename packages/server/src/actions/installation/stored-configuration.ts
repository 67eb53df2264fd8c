import { Failure } from '@mkt/contract/errors'
import {
  type AppliedConfiguration,
  emptyConfiguration,
  type FieldProblem,
  type StoredConfiguration,
} from '@mkt/manifest'
import type { Db } from '../../store/database/database.ts'
import { configurationAt } from '../../store/installation/configurations.ts'
import { type SealedSecret, secretsOf } from '../../store/installation/secrets.ts'
import type { Platform } from '../platform/platform.ts'

/** The present configuration of an installation, with the names of its write-only values. */
export async function storedConfiguration(
  db: Db,
  installation: { id: string; revision: number },
): Promise<StoredConfiguration> {
  const [row, secrets] = await Promise.all([
    configurationAt(db, installation.id, installation.revision),
    secretsOf(db, installation.id),
  ])
  if (!row) return emptyConfiguration
  const held = Object.fromEntries(secrets.map(({ name, updatedAt }) => [name, { updatedAt: updatedAt.toISOString() }]))
  return { settings: row.settings, held, mappings: row.mappings }
}

/** Seals write-only values before they are stored; done outside of transactions. */
export function sealSecrets(
  platform: Pick<Platform, 'vault' | 'clock'>,
  installation: { id: string; organizationId: string },
  values: Readonly<Record<string, string>>,
): Promise<SealedSecret[]> {
  const updatedAt = platform.clock.now()
  return Promise.all(
    Object.entries(values).map(async ([name, value]) => ({
      name,
      sealed: await platform.vault.seal(installation.organizationId, secretAad(installation.id, name), value),
      updatedAt,
    })),
  )
}

/** Opens the write-only values of an installation: for the state record, and to hide them where answers are shown. */
export async function openSecrets(
  platform: Pick<Platform, 'vault'>,
  installation: { id: string; organizationId: string },
  secrets: readonly Pick<SealedSecret, 'name' | 'sealed'>[],
): Promise<Record<string, string>> {
  const opened = await Promise.all(
    secrets.map(async ({ name, sealed }) => {
      const value = await platform.vault.open(installation.organizationId, secretAad(installation.id, name), sealed)
      return [name, value.toString('utf8')] as const
    }),
  )
  return Object.fromEntries(opened)
}

function secretAad(installationId: string, name: string): string {
  return `secret ${installationId} ${name}`
}

export function refuseConfiguration(problems: readonly FieldProblem[]): never {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
  throw new Failure(
    'configuration_invalid',
    `The configuration has ${count}; nothing was stored. Correct the fields named.`,
    {
      problems,
    },
  )
}

/** The applied configuration, or the refusal with a problem for each field. */
export function accepted(applied: AppliedConfiguration): Extract<AppliedConfiguration, { ok: true }> {
  return applied.ok ? applied : refuseConfiguration(applied.problems)
}
