import { beforeAll, expect, it } from 'vitest'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld({ worker: false })
})

const imageDigest = `sha256:${'1'.repeat(64)}`
const passed = { check: 'answers GET /health', result: 'passed' as const, detail: '' }

it('customers see that a release conforms once its publisher recorded it for the very image', async () => {
  const { id, releaseId } = await world.listing()
  const params = { id: releaseId }
  const { db } = world.platform
  const image = { listing_id: id, digest: imageDigest, media_type: 'none', annotations: '{}', bytes: Buffer.of() }
  await db.insertInto('image').values(image).execute()
  await db.updateTable('release').set({ image_digest: imageDigest }).where('id', '=', releaseId).execute()
  expect((await world.developer.getRelease({ params })).conformance).toBeNull()
  const body = { imageDigest, tool: '1.2.3', checks: [passed] }
  await world.developer.recordConformance({ params, body })
  expect((await world.admin.getRelease({ params })).conformance).toMatchObject({
    conforms: true,
    passed: 1,
    tool: '1.2.3',
  })
  await world.developer.recordConformance({ params, body: { ...body, checks: [{ ...passed, result: 'failed' }] } })
  expect((await world.admin.getRelease({ params })).conformance).toMatchObject({ conforms: false, failed: 1 })
})

it('a result of another image, and one of somebody else, is not recorded', async () => {
  const { releaseId } = await world.listing()
  const params = { id: releaseId }
  const body = { imageDigest: `sha256:${'9'.repeat(64)}`, tool: '1', checks: [passed] }
  await expect(world.developer.recordConformance({ params, body })).rejects.toMatchObject({ code: 'image_unknown' })
  await expect(world.admin.recordConformance({ params, body: { ...body, imageDigest } })).rejects.toMatchObject({
    status: 403,
  })
  expect((await world.developer.getRelease({ params })).conformance).toBeNull()
})
