import type { Client } from '@mkt/contract/client'
import { openFolder, validManifest } from '../app/app-folder.ts'
import { ownOrganization } from '../platform/organization.ts'
import { type Asking, openSession } from '../platform/session.ts'
import { type Installation, meantInstallation } from './installations.ts'

export interface OpenInstallation {
  client: Client
  installation: Installation
}

/** The installation named by id or app; by default of the app in this folder. */
export async function openInstallation(
  asking: Asking & { cwd: string },
  named: string | undefined,
): Promise<OpenInstallation> {
  const { client } = openSession(asking)
  const { id: org } = await ownOrganization(client)
  const appName = () => validManifest(openFolder(asking.cwd)).name
  return { client, installation: await meantInstallation(client, org, named, appName) }
}
