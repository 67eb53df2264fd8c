import type { Result } from '../context.ts'
import type { Installation } from '../services/installation/installations.ts'
import { facts, table } from './table.ts'

export function showInstallation(installation: Installation): Result {
  const { listing, release, state, reason, tenant, endpoint, revision, lastFailure, offer, id } = installation
  const yes = (value: boolean) => (value ? 'yes' : '')
  const text = facts([
    ['name', installation.name],
    ['app', `${listing.name} ${release.version}`],
    ['state', state],
    ['health', installation.health.state],
    ['cause', installation.health.cause],
    ['remedy', installation.health.remedy],
    ['reason', reason],
    ['tenant', tenant?.name],
    ['endpoint', endpoint],
    ['configuration', `revision ${revision}`],
    ['pinned', yes(installation.pinned)],
    ['records calls', yes(installation.recording)],
    ['test', yes(installation.test)],
    ['last failure', lastFailure && `${lastFailure.operation}: ${lastFailure.reason}`],
    ['offer', offer && `${offer.version} (${offer.reason})`],
    ['release notes', offer?.notes],
    ['on failure', onFailureText(installation)],
    ...installation.warnings.map((warning): [string, string] => ['warning', warning]),
    ['id', id],
  ])
  return { data: installation, text }
}

/** What the policy system gets when the app fails, where the app answers calls at all. */
function onFailureText({ answers, onFailure }: Installation): string {
  const words = {
    autofill: `autofill ${onFailure.autofill}`,
    rater: `rater ${onFailure.rater}${onFailure.rater === 'last' ? ` (${onFailure.maxAgeSeconds} s)` : ''}`,
  }
  return answers.map((kind) => words[kind]).join(', ')
}

export function showInstallations(page: { items: Installation[]; next: string | null }): Result {
  const rows = page.items.map(({ name, listing, release, state, tenant, test, id }) => [
    name,
    listing.name,
    release.version,
    state,
    tenant?.name,
    test ? 'test' : '',
    id,
  ])
  return {
    data: page,
    text: table(['name', 'app', 'version', 'state', 'tenant', '', 'id'], rows, 'There are none: "mkt launch".'),
  }
}
