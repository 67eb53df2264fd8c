import {
  changeScimGroup,
  createScimGroup,
  noScimGroup,
  removeScimGroup,
} from '../actions/identity/change-scim-group.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { patchScimGroup, readScimGroup } from '../domain/identity/scim-group.ts'
import { listScimGroups, type ScimGroup, scimGroup, scimMembersOf } from '../store/identity/scim-groups.ts'
import { clausesOf, type Exchange, pageOf, type ScimRequest, type Step } from './exchange.ts'
import { groupResource, listResource } from './resources.ts'

export function groupSteps(platform: Platform): Record<string, Step> {
  const { db } = platform
  /** Entra asks for groups without their members, which may be many. */
  const members = async ({ query }: ScimRequest, ids: readonly string[]) =>
    String(query.excludedAttributes ?? '')
      .toLowerCase()
      .split(',')
      .includes('members')
      ? undefined
      : scimMembersOf(db, ids)
  const shownGroup = async ({ request, base }: Exchange, group: ScimGroup) =>
    groupResource(base, group, await members(request, [group.id]))
  return {
    'GET /Groups': async ({ request, organizationId, base }) => {
      const page = pageOf(request)
      const { rows, total } = await listScimGroups(db, organizationId, clausesOf(request), page)
      const all = await members(
        request,
        rows.map(({ id }) => id),
      )
      const shown = rows.map((row) =>
        groupResource(
          base,
          row,
          all?.filter(({ groupId }) => groupId === row.id),
        ),
      )
      return listResource(shown, total, page.offset + 1)
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
      const next = () => readScimGroup(request.body)
      return shownGroup(
        exchange,
        await changeScimGroup(platform, { organizationId, id: request.params.id, next }, origin),
      )
    },
    'PATCH /Groups/:id': async (exchange) => {
      const { request, organizationId, origin } = exchange
      const next = (present: Parameters<typeof patchScimGroup>[0]) => patchScimGroup(present, request.body)
      return shownGroup(
        exchange,
        await changeScimGroup(platform, { organizationId, id: request.params.id, next }, origin),
      )
    },
    'DELETE /Groups/:id': async ({ request, organizationId, origin }) => {
      await removeScimGroup(platform, { organizationId, id: request.params.id }, origin)
      return undefined
    },
  }
}
