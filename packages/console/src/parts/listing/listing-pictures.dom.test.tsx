import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { publisher } from '../../testing/people.ts'
import { show } from '../../testing/render.tsx'
import { listing, picturesOf } from '../../testing/things.ts'
import { ListingPictures, Screenshots } from './listing-pictures.tsx'

const screenshots = [{ id: 'picture_1', url: '/api/v1/pictures/1', width: 1280, height: 800 }]
const room = async () => {
  const image = await screen.findByRole('img', { name: 'Screenshot 1' })
  return [image.getAttribute('width'), image.getAttribute('height')]
}

describe('a screenshot has its room before it loads', () => {
  it('where its publisher changes it', async () => {
    const answers = { getPictures: picturesOf({ screenshots }) }
    show(<ListingPictures listing={listing()} />, { as: publisher('owner'), answers })
    await screen.findByRole('button', { name: /Screenshot 1/ })
    expect(await room()).toEqual(['1280', '800'])
  })

  it('where customers look at it', async () => {
    show(<Screenshots listing={{ screenshots }} />)
    expect(await room()).toEqual(['1280', '800'])
  })
})
