import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { publisher, zenith } from '../../../testing/people.ts'
import { show } from '../../../testing/render.tsx'
import { deployment } from '../../../testing/things.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { ScaleForm } from './scale-form.tsx'

const texts = publish.deployments.scale

function Form({ of }: { of: ReturnType<typeof deployment> }) {
  return <ScaleForm deployment={of} grant={useGrant('changeDeployment', ownedBy(zenith))} />
}

it('lets the number of instances follow the load between two numbers, and takes that back', async () => {
  const answers = { changeDeployment: deployment({ minInstances: 1, maxInstances: 6 }) }
  const { api, user } = show(<Form of={deployment()} />, { as: publisher('developer'), answers })
  await user.selectOptions(await screen.findByLabelText(texts.mode), 'load')
  await user.selectOptions(screen.getByLabelText(texts.most), '6')
  await user.click(screen.getByRole('button', { name: common.save }))
  await screen.findByText(texts.saved({ minInstances: 1, maxInstances: 6 }))
  await user.click(screen.getByRole('button', { name: common.undo.undo }))
  await waitFor(() => expect(api.requests).toHaveLength(2))
  expect(api.requests.map(({ body }) => body)).toEqual([{ minInstances: 1, maxInstances: 6 }, { replicas: 1 }])
})

it('never sends a least number above the most', async () => {
  const answers = { changeDeployment: deployment() }
  const present = deployment({ minInstances: 1, maxInstances: 3 })
  const { api, user } = show(<Form of={present} />, { as: publisher('developer'), answers })
  await user.selectOptions(await screen.findByLabelText(texts.least), '5')
  expect(screen.getByLabelText(texts.most)).toHaveProperty('value', '5')
  await user.selectOptions(screen.getByLabelText(texts.most), '2')
  await user.click(screen.getByRole('button', { name: common.save }))
  await waitFor(() => expect(api.requests[0]?.body).toEqual({ minInstances: 2, maxInstances: 2 }))
})

it('shows a viewer the numbers, and why they cannot change them', async () => {
  show(<Form of={deployment({ minInstances: 2, maxInstances: 4 })} />, { as: publisher('viewer') })
  expect(await screen.findByLabelText(texts.most)).toHaveProperty('disabled', true)
  const save = screen.getByRole('button', { name: common.save })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  screen.getByText(/Your role there is viewer/)
})
