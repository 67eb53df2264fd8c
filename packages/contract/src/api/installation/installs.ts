import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, time } from '../operation/shapes.ts'
import { releaseState } from '../release/releases.ts'
import { installationState } from './installations.ts'

const count = z.number().int()
const failedStep = z.string().describe('Where it failed: health, install, start, upgrade, register or unknown')

const releaseInstalls = z.object({
  release: z.object({ id, version: z.string(), state: releaseState }),
  total: count.describe('Installations that are not uninstalled'),
  own: count.describe("Those among them of the publisher's own organization"),
  states: z.array(z.object({ state: installationState, count })),
  errors: z.array(z.object({ step: failedStep, count })).describe('Installations in ERROR, by what they failed at'),
  failures: z
    .array(z.object({ operation: z.string(), count }))
    .describe('Installations that go on although something failed last: configure, upgrade, register, …'),
})

const failingInstall = z.object({
  installationId: id,
  name: z.string(),
  tenant: z.string(),
  test: z.boolean(),
  version: z.string(),
  state: installationState,
  step: failedStep.nullable().describe('null while it is not in ERROR'),
  reason: z.string(),
  at: time,
})

export const installOperations = {
  getInstalls: operation({
    method: 'GET',
    path: '/listings/{id}/installs',
    group: 'Releases',
    summary: 'Installations of each release by state, and failing ones',
    description:
      'Of other organizations only counts and the step that failed are told; own installations are named with their reason.',
    params: idParams,
    answer: {
      status: 200,
      schema: z.object({
        releases: z.array(releaseInstalls).describe('Releases that are installed somewhere, newest version first'),
        failing: z.array(failingInstall).describe("The publisher's own installations that fail, newest first"),
      }),
      description: 'Installations by release',
    },
    errors: ['not_found'],
  }),
}
