import { expect, it } from 'vitest'
import { mediaOf, mediaText, pictureIds, withoutPicture, withPicture } from './media.ts'

const shown = mediaOf([
  { id: 'l1', kind: 'logo' },
  { id: 's1', kind: 'screenshot' },
  { id: 's2', kind: 'screenshot' },
])

it('a new logo takes the place of the old one, a new screenshot comes last', () => {
  const media = withPicture(withPicture(shown, { id: 'l2', kind: 'logo' }), { id: 's3', kind: 'screenshot' })
  expect(pictureIds(media)).toEqual(['l2', 's1', 's2', 's3'])
})

it('a picture is taken out wherever it stands', () => {
  expect(withoutPicture(withoutPicture(shown, 'l1'), 's1')).toEqual({ logo: null, screenshots: ['s2'] })
})

it('the words say what is new', () => {
  expect(mediaText(shown)).toBe('a logo, 2 screenshots')
  expect(mediaText({ logo: 'l2', screenshots: ['s3'] }, shown)).toBe('a new logo, 1 screenshot, 1 of them new')
  expect(mediaText({ logo: null, screenshots: [] }, shown)).toBe('no logo, 0 screenshots')
})
