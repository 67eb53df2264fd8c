import { limits } from '@mkt/contract/limits'
import {
  changeScimGroup,
  createScimGroup,
  noScimGroup,
  removeScimGroup,
} from '../actions/identity/change-scim-group.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { readScimGroup, readScimGroupPatch } from '../domain/identity/scim-group.ts'
import { readable, toItems } from '../domain/platform/items.ts'
import { listScimGroups, type ScimGroup, scimGroup, scimMembersOf } from '../store/identity/scim-groups.ts'
import { clausesOf, type Exchange, pageOf, type ScimRequest, type Step } from './exchange.ts'
import { groupResource, listResource } from './resources.ts'
import { wholeGroups } from './whole-groups.ts'

const MAX_MEMBERS = limits.scimMembers.value

/** Entra asks for groups without their members, which may be many. */
const withoutMembers = ({ query }: ScimRequest) =>
  String(query.excludedAttributes ?? '')
    .toLowerCase()
    .split(',')
    .some((name) => name.trim() === 'members')

export function groupSteps(platform: Platform): Record<string, Step> {
  const { db } = platform
  const shownGroup = async ({ request, base }: Exchange, group: ScimGroup) =>
    groupResource(base, group, withoutMembers(request) ? undefined : await scimMembersOf(db, [group.id], MAX_MEMBERS))
  return {
    'GET /Groups': async ({ request, organizationId, base, leftOut }) => {
      const page = pageOf(request)
      const { rows, total } = await listScimGroups(db, organizationId, clausesOf(request), page)
      const ids = rows.map(({ id }) => id)
      // One more than fits, so that a group that is cut off can be told from one that ends there.
      const found = withoutMembers(request) ? undefined : await scimMembersOf(db, ids, MAX_MEMBERS + 1)
      const members = found === undefined ? undefined : wholeGroups(ids, found, MAX_MEMBERS)
      const shown = rows.filter(({ id }) => members === undefined || members.has(id))
      const resources = toItems(
        shown,
        ({ id }) => id,
        (row) => groupResource(base, row, members?.get(row.id)),
      )
      return listResource(readable(resources, leftOut), total, page.offset + 1)
    },
    'POST /Groups': async (exchange) => {
      const { request, reply, organizationId, base, origin } = exchange
      const fields = readScimGroup(request.body)
      const group = await createScimGroup(platform, { organizationId, fields }, origin)
      reply.status(201).header('location', `${base}/Groups/${group.id}`)
      return shownGroup(exchange, group)
    },
    'GET /Groups/:id': async (exchange) => {
      const { id } = exchange.request.params
      const group = await scimGroup(db, exchange.organizationId, id)
      if (group === undefined) throw noScimGroup(id)
      return shownGroup(exchange, group)
    },
    'PUT /Groups/:id': async (exchange) => {
      const { request, organizationId, origin } = exchange
      const change = readScimGroup(request.body)
      return shownGroup(
        exchange,
        await changeScimGroup(platform, { organizationId, id: request.params.id, change }, origin),
      )
    },
    // Directories add members to big groups a few at a time: the answer does not repeat the whole group unless it is asked for.
    'PATCH /Groups/:id': async (exchange) => {
      const { request, organizationId, origin } = exchange
      const change = readScimGroupPatch(request.body)
      const group = await changeScimGroup(platform, { organizationId, id: request.params.id, change }, origin)
      return request.query.attributes === undefined ? undefined : shownGroup(exchange, group)
    },
    'DELETE /Groups/:id': async ({ request, organizationId, origin }) => {
      await removeScimGroup(platform, { organizationId, id: request.params.id }, origin)
      return undefined
    },
  }
}
