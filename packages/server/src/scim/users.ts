import { changeScimUser, createScimUser, noScimUser, removeScimUser } from '../actions/identity/provision-user.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { patchScimUser, readScimUser } from '../domain/identity/scim-user.ts'
import { readable, toItems } from '../domain/platform/items.ts'
import { listScimUsers, scimUser } from '../store/identity/scim-users.ts'
import { clausesOf, pageOf, type Step } from './exchange.ts'
import { listResource, userResource } from './resources.ts'

export function userSteps(platform: Platform): Record<string, Step> {
  const { db } = platform
  return {
    'GET /Users': async ({ request, organizationId, base, leftOut }) => {
      const page = pageOf(request)
      const { rows, total } = await listScimUsers(db, organizationId, clausesOf(request), page)
      const resources = toItems(
        rows,
        ({ id }) => id,
        (row) => userResource(base, row),
      )
      return listResource(readable(resources, leftOut), total, page.offset + 1)
    },
    'POST /Users': async ({ request, reply, organizationId, base, origin }) => {
      const fields = readScimUser(request.body)
      const user = await createScimUser(platform, { organizationId, fields }, origin)
      reply.status(201).header('location', `${base}/Users/${user.id}`)
      return userResource(base, user)
    },
    'GET /Users/:id': async ({ request: { params }, organizationId, base }) => {
      const user = await scimUser(db, organizationId, params.id)
      if (user === undefined) throw noScimUser(params.id)
      return userResource(base, user)
    },
    'PUT /Users/:id': async ({ request, organizationId, base, origin }) => {
      const { id } = request.params
      const next = (present: { active: boolean }) => readScimUser(request.body, present)
      return userResource(base, await changeScimUser(platform, { organizationId, id, next }, origin))
    },
    'PATCH /Users/:id': async ({ request, organizationId, base, origin }) => {
      const { id } = request.params
      const next = (present: Parameters<typeof patchScimUser>[0]) => patchScimUser(present, request.body)
      return userResource(base, await changeScimUser(platform, { organizationId, id, next }, origin))
    },
    'DELETE /Users/:id': async ({ request, organizationId, origin }) => {
      await removeScimUser(platform, { organizationId, id: request.params.id }, origin)
      return undefined
    },
  }
}
