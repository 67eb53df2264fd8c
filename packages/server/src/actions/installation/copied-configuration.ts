import { Failure } from '@mkt/contract/errors'
import type { Organization } from '../../store/accounts/organizations.ts'
import { configurationAt } from '../../store/installation/configurations.ts'
import { installationById } from '../../store/installation/installations.ts'
import type { Platform } from '../platform/platform.ts'

interface Given {
  settings?: Record<string, unknown> | undefined
  mappings?: unknown[] | undefined
}

/**
 * Initial values of a launch that copies another installation of the same app: its readable settings and its mappings,
 * over which what was given wins. Secrets are never copied: they are asked for again, because the new tenant may need others.
 */
export async function copiedConfiguration(
  platform: Pick<Platform, 'db'>,
  input: Given & { copyFrom?: string | undefined; organization: Organization; listingId: string },
): Promise<Given> {
  const { settings, mappings } = input
  if (input.copyFrom === undefined) return { settings, mappings }
  const source = await installationById(platform.db, input.copyFrom)
  if (source?.organizationId !== input.organization.id || source.listingId !== input.listingId) {
    throw new Failure(
      'not_found',
      'There is no such installation of this app in your organization to copy from. Check `copyFrom`.',
    )
  }
  const configuration = await configurationAt(platform.db, source.id, source.revision)
  return { settings: { ...configuration?.settings, ...settings }, mappings: mappings ?? configuration?.mappings }
}
