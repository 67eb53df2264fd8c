import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { common } from '../../texts/common.ts'
import { LatePart, type LateScript } from './late-part.tsx'

const texts = common.failure

const Menu = () => <p>The menu</p>

/** A part that does not arrive until the network is back. */
function part() {
  const network = { isBack: false, fetched: 0 }
  const load = async () => {
    network.fetched += 1
    if (!network.isBack) throw new TypeError('Failed to fetch dynamically imported module')
    return Menu
  }
  return { network, script: { load } }
}

function Page({ script }: { script: LateScript<object> }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <input aria-label="Typed" />
      <LatePart
        script={script}
        props={{}}
        wanted={asked}
        waiting={
          <button type="button" onClick={() => setAsked(true)}>
            Open
          </button>
        }
        onGiveUp={() => setAsked(false)}
      />
    </>
  )
}

it('a part that does not arrive says so, leaves what was typed, and comes when it is asked for again', async () => {
  const { network, script } = part()
  const { user } = show(<Page script={script} />)
  await user.type(await screen.findByLabelText('Typed'), 'half a sentence')
  expect(network.fetched).toBe(0)
  await user.click(screen.getByText('Open'))
  await screen.findByText(texts.partTitle)
  expect(screen.getByText(texts.retry).closest('button')).toBe(document.activeElement)
  network.isBack = true
  await user.click(screen.getByText(texts.retry))
  await screen.findByText('The menu')
  expect(screen.queryByText(texts.partTitle)).toBeNull()
  expect(screen.getByLabelText('Typed')).toHaveProperty('value', 'half a sentence')
  expect(network.fetched).toBe(2)
})

it('one can go on without a part that did not arrive; the next press fetches it again', async () => {
  const { network, script } = part()
  const { user } = show(<Page script={script} />)
  await user.click(await screen.findByText('Open'))
  await user.click(await screen.findByText(common.close))
  await waitFor(() => expect(screen.queryByText(texts.partTitle)).toBeNull())
  network.isBack = true
  await user.click(screen.getByText('Open'))
  await screen.findByText('The menu')
})
