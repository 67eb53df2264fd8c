import { expect, it } from 'vitest'
import { sectionOrder } from './section-order.ts'

it('what fails comes before what waits, and what waits before what is well', () => {
  expect(sectionOrder({ operating: 0, running: 0, moderating: 1, publishing: 2 })).toEqual([
    'publishing',
    'moderating',
    'operating',
    'running',
  ])
})

it('has a fixed order where all is well, and leaves out what is not for the person', () => {
  expect(sectionOrder({ publishing: 0, running: 0 })).toEqual(['running', 'publishing'])
})
