import { listingMachine } from '@mkt/contract/states'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { shell } from '../../texts/shell.ts'
import { api } from '../client/api.ts'
import { mayDo } from '../session/may.ts'
import type { Me, Membership } from '../session/session.ts'

export interface Found {
  kind: 'installation' | 'tenant' | 'listing' | 'policy' | 'person' | 'organization' | 'review'
  id: string
  title: string
  /** What tells it apart from others of the same title. */
  note: string
  href: string
}

const FEW = 6

/** Words that can be the beginning of a locator: long enough to mean one, and with a digit in them. */
const isLocator = (words: string) => /^(?=.*\d)[\w-]{3,64}$/.test(words)

/**
 * Installations, tenants, applications, policies and people whose words match, as far as the person may see them; for people of the
 * platform also organizations and open reviews.
 */
export function findQuery(me: Me, organization: Membership | undefined, words: string) {
  const query = { q: words, limit: FEW }
  const org = organization?.id ?? ''
  const may = (operation: 'listInstallations' | 'listTenants' | 'listPolicies' | 'listMembers') =>
    organization !== undefined && mayDo(me, operation, { organizationId: org })
  const unowned = { organizationId: null }
  const operates = mayDo(me, 'listPeople', unowned)
  const moderates = mayDo(me, 'approveReview', unowned)
  /** Of every organization for operators, else those of one's own. */
  const findInstallations = async (signal: AbortSignal) => {
    if (operates) {
      const { items } = await api.listAllInstallations({ query: { ...query, uninstalled: 'false' }, signal })
      return items.map((one) => ({ ...one, where: one.organization.name }))
    }
    if (!may('listInstallations')) return []
    const { items } = await api.listInstallations({ params: { org }, query, signal })
    return items.map((one) => ({ ...one, where: one.tenant?.name }))
  }
  /** Everybody for operators, else the members of the organization. */
  const findPeople = async (signal: AbortSignal) => {
    if (operates)
      return (await api.listPeople({ query, signal })).items.map((one) => ({ ...one, page: '/operate/people' }))
    if (!may('listMembers')) return []
    return (await api.listMembers({ params: { org }, query, signal })).items.map(({ person }) => ({
      ...person,
      page: '/organization/members',
    }))
  }
  return queryOptions({
    queryKey: ['find', org, words],
    enabled: words !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Found[]> => {
      const none = { items: [] }
      const [installations, tenants, listings, policies, people, organizations, reviews] = await Promise.all([
        findInstallations(signal),
        may('listTenants') ? api.listTenants({ params: { org }, query, signal }) : none,
        api.listListings({ query, signal }),
        isLocator(words) && may('listPolicies') ? api.listPolicies({ params: { org }, query, signal }) : none,
        findPeople(signal),
        operates ? api.listOrganizations({ query, signal }) : none,
        moderates ? api.listReviews({ query: { ...query, state: 'OPEN' }, signal }) : none,
      ])
      return [
        ...policies.items.map(({ locator, entries }) => ({
          ...{ kind: 'policy' as const, id: locator, title: shell.find.policy(locator) },
          ...{ note: shell.find.policyNote(entries), href: `/manage/policies/${encodeURIComponent(locator)}` },
        })),
        ...reviews.items.map(({ id, listing, release }) => ({
          ...{ kind: 'review' as const, id, title: `${listing.title} ${release.version}` },
          ...{ note: shell.find.review, href: `/moderate/${id}` },
        })),
        ...organizations.items.map(({ id, name, title }) => ({
          ...{ kind: 'organization' as const, id, title, note: shell.find.organization(name) },
          href: `/operate/organizations/${id}`,
        })),
        ...installations.map(({ id, name, listing, where }) => ({
          ...{ kind: 'installation' as const, id, title: name, href: `/manage/installations/${id}` },
          note: [shell.find.things.installation, listing.name, where].filter(Boolean).join(' · '),
        })),
        ...tenants.items.map(({ id, name, hostName, apiUrl }) => ({
          ...{ kind: 'tenant' as const, id, title: name, href: `/manage/tenants/${id}` },
          note: `${shell.find.things.tenant} · ${hostName ?? apiUrl}`,
        })),
        ...listings.items.map(({ id, title, name, own, state }) => ({
          ...{ kind: 'listing' as const, id, title },
          note: [
            shell.find.things.application,
            name,
            state !== null && listingMachine.states[state].shown ? shell.find.verified : '',
          ]
            .filter(Boolean)
            .join(' · '),
          href: own ? `/publish/${id}` : `/browse/${id}`,
        })),
        ...people.map(({ id, name, email, page }) => ({
          ...{ kind: 'person' as const, id, title: name || email, note: name ? email : shell.find.person },
          href: `${page}?q=${encodeURIComponent(email)}`,
        })),
      ]
    },
  })
}
