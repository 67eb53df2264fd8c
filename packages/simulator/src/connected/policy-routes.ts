import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Simulation } from '../core/simulation.ts'
import { asBody, type Json, text, texts } from '../lib/body.ts'
import { Refusal } from '../lib/refusal.ts'
import { createChange, findChange, moveChange, priceChange, updateChange } from './endorsement-life.ts'
import { readFieldValues } from './merge-updates.ts'
import {
  type Actor,
  createPolicy,
  createPolicyholder,
  findPolicy,
  movePolicy,
  priceDraft,
  updatePolicy,
} from './policy-life.ts'
import { requireSubject } from './tokens.ts'

type Located = { Params: { locator: string } }

const sequence = (body: Json): string[] | undefined =>
  body.autofill === undefined ? undefined : texts(body, 'autofill')

/** A new policy is written with `exposures` and `fieldGroups`; inside the system they are additions. */
function newPolicyUpdates({ exposures, fieldGroups, ...rest }: Json): Json {
  return {
    ...rest,
    ...(exposures === undefined ? {} : { addExposures: exposures }),
    ...(fieldGroups === undefined ? {} : { addFieldGroups: fieldGroups }),
  }
}

export function policyRoutes(app: FastifyInstance, simulation: Simulation): void {
  const actor = async (request: FastifyRequest, permission: 'read' | 'write' = 'write'): Promise<Actor> => {
    const { tenant, username } = await requireSubject(simulation, request, permission)
    return { simulation, tenant, username }
  }

  app.post('/policyholder/create', async (request) => {
    const body = asBody(request.body)
    return createPolicyholder(await actor(request), readFieldValues(body.values ?? body.fieldValues))
  })

  app.get<Located>('/policyholder/:locator', async (request) => {
    const { tenant } = await actor(request, 'read')
    const found = tenant.policyholders.find((item) => item.locator === request.params.locator)
    if (!found) throw new Refusal(404, 'policyholder_unknown', `No policyholder is "${request.params.locator}"`)
    return found
  })

  app.post('/policy', async (request) => {
    const body = asBody(request.body)
    const autofill = sequence(body)
    return createPolicy(await actor(request), {
      policyholderLocator: text(body, 'policyholderLocator'),
      productName: text(body, 'productName'),
      updates: newPolicyUpdates(body),
      ...(autofill ? { autofill } : {}),
    })
  })

  app.get<Located>('/policy/:locator', async (request) =>
    findPolicy((await actor(request, 'read')).tenant, request.params.locator),
  )

  app.post<Located>('/policy/:locator/update', async (request) => {
    const body = asBody(request.body ?? {})
    return updatePolicy(await actor(request), request.params.locator, body, sequence(body))
  })

  app.post<Located>('/policy/:locator/price', async (request) => {
    const { policy, premium } = await priceDraft(await actor(request), request.params.locator)
    return { premium, policy }
  })

  for (const action of ['finalize', 'issue', 'cancel', 'discard'] as const)
    app.post<Located>(`/policy/:locator/${action}`, async (request) =>
      movePolicy(await actor(request), request.params.locator, action),
    )

  for (const kind of ['endorsement', 'renewal'] as const) {
    app.post<Located>(`/policy/:locator/${kind}s`, async (request) => {
      const body = asBody(request.body ?? {})
      return createChange(await actor(request), kind, request.params.locator, body, sequence(body))
    })
    app.get<Located>(`/${kind}s/:locator`, async (request) =>
      findChange(await actor(request, 'read'), kind, request.params.locator),
    )
    app.post<Located>(`/${kind}s/:locator/update`, async (request) => {
      const body = asBody(request.body ?? {})
      return updateChange(await actor(request), kind, request.params.locator, body, sequence(body))
    })
    app.post<Located>(`/${kind}s/:locator/price`, async (request) =>
      priceChange(await actor(request), kind, request.params.locator),
    )
    for (const action of ['accept', 'issue', 'discard'] as const)
      app.post<Located>(`/${kind}s/:locator/${action}`, async (request) =>
        moveChange(await actor(request), kind, request.params.locator, action),
      )
  }
}
