import type { Command } from 'commander'
import { act, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { ownOrganization } from '../../services/platform/organization.ts'
import { openSession } from '../../services/platform/session.ts'
import { showInstallation, showInstallations } from '../../views/show-installation.ts'
import { addTenantCalls } from '../tenant/tenant-calls.ts'
import { addFields } from './fields.ts'
import { addInstallationConfiguration } from './installation-configuration.ts'
import { addInstallationCredentials } from './installation-credentials.ts'
import { addInstallationErase } from './installation-erase.ts'
import { addInstallationMoves } from './installation-moves.ts'
import { addInstallationSecrets } from './installation-secrets.ts'

export function addInstallations(program: Command, setup: Setup): void {
  const installations = program.command('installations').description('list, show and run installations')
  act(
    installations.command('list', { isDefault: true }).description('the installations of your organization'),
    setup,
    list,
  )
  act(
    installations
      .command('show [installation]')
      .description('one installation, by id or app (default: of this folder)'),
    setup,
    async (context, named?: string) => showInstallation((await openInstallation(context, named)).installation),
  )
  addInstallationErase(installations, setup)
  addInstallationMoves(installations, setup)
  addInstallationConfiguration(installations, setup)
  addInstallationSecrets(installations, setup)
  addInstallationCredentials(installations, setup)
  addTenantCalls(installations, setup)
  addFields(installations, setup)
  act(
    installations
      .command('log [installation]')
      .description("the platform's entries: moves, hooks, registration, deliveries"),
    setup,
    showLog,
  )
}

async function list(context: Context): Promise<Result> {
  const { client } = openSession(context)
  const { id: org } = await ownOrganization(client)
  return showInstallations(await client.listInstallations({ params: { org }, query: { limit: 200 } }))
}

async function showLog(context: Context, named: string | undefined): Promise<Result> {
  const { client, installation } = await openInstallation(context, named)
  const page = await client.listInstallationLog({ params: { id: installation.id }, query: { limit: 100 } })
  const lines = page.items
    .toReversed()
    .map(({ at, level, message }) => `${at} ${level === 'info' ? '' : `${level} `}${message}`)
  return { data: page, text: lines.length > 0 ? lines : 'There is nothing yet.' }
}
