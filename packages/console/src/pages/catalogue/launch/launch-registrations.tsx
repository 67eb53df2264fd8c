import { Alert, Code, List, Title } from '@mantine/core'
import '@mantine/core/styles/List.css'
import {
  coversNothing,
  expandEvents,
  expandOperations,
  type Manifest,
  mappingFieldsOf,
  type Variant,
} from '@mkt/manifest'
import { launch } from '../../../texts/launch.ts'
import { Names } from '../../../ui/text/names.tsx'
import type { LaunchDraft } from './launch-draft.ts'

export function LaunchRegistrations({
  manifest,
  variant,
  draft,
}: {
  manifest: Manifest
  variant: Variant
  draft: LaunchDraft
}) {
  const { webhooks = [], autofill = [], externalRaters = [], public: open = [] } = manifest.platform ?? {}
  const products = draft.mappings.map((mapping) => mapping.productName).filter((name) => name !== 'policyholders')
  const none = mappingFieldsOf(manifest).length > 0 ? launch.review.noProduct : launch.review.everyProduct
  const forProducts = products.length > 0 ? products.join(', ') : none
  return (
    <>
      <div>
        <Title order={3} mb="xs">
          {launch.review.registered}
        </Title>
        <List spacing={6} size="sm">
          {webhooks.map((webhook) => (
            <List.Item key={webhook.path}>
              {launch.review.webhook} <Code>{webhook.path}</Code>: <Names of={expandEvents(webhook.events, variant)} />
            </List.Item>
          ))}
          {autofill.map((one) => (
            <List.Item key={one.path}>
              {launch.review.autofill} <Code>{one.path}</Code>: {expandOperations(one.operations).join(', ')} (
              {forProducts})
            </List.Item>
          ))}
          {externalRaters.map((rater) => (
            <List.Item key={rater.name}>
              {launch.review.rater} {rater.name}. {launch.review.raterNote}
            </List.Item>
          ))}
          {webhooks.length + autofill.length + externalRaters.length === 0 ? (
            <List.Item>{launch.review.nothing}</List.Item>
          ) : null}
        </List>
      </div>
      {coversNothing(manifest, variant, draft.mappings) ? (
        <Alert color="clay" title={launch.review.coversNothing} data-rule="autofill.covers-nothing">
          {launch.review.coversNothingText}
        </Alert>
      ) : null}
      {open.length > 0 ? (
        <Alert color="clay" title={launch.review.public}>
          {open.map((path) => (
            <Code key={path}>{path}</Code>
          ))}
        </Alert>
      ) : null}
    </>
  )
}
