import sharp from 'sharp'
import { expect, it } from 'vitest'
import { reencodePicture } from './reencode-picture.ts'

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

it('an organization that sends many pictures at once is told to wait, and others have their turn', async () => {
  const many = Array.from({ length: 12 }, () => reencodePicture('org_flood', picture, 'screenshot'))
  const [settled, other] = await Promise.all([
    Promise.allSettled(many),
    reencodePicture('org_calm', picture, 'screenshot'),
  ])
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(3)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '5' } })
  expect(other).toMatchObject({ width: 40, height: 30 })
})

it('a picture whose pixels are too many is refused before it is decoded', async () => {
  const huge = await sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await expect(reencodePicture('org_huge', huge, 'logo')).rejects.toMatchObject({ code: 'image_invalid' })
})
