import type { Incident } from '../../queries/platform/overview.ts'

type Group = [Incident, ...Incident[]]

/** A policy system that is away is one incident, however many applications wait for it. */
const causeOf = ({ id, tenantId, health }: Incident) => (health.code === 'tenant_unreachable' ? tenantId : id)

/** Incidents by what caused them; each group stands where its most urgent one stood. */
export function groupIncidents(incidents: readonly Incident[]): Group[] {
  const groups = new Map<string, Group>()
  for (const incident of incidents) {
    const known = groups.get(causeOf(incident))
    if (known) known.push(incident)
    else groups.set(causeOf(incident), [incident])
  }
  return [...groups.values()]
}
