import { Code, Stack, Text, Title } from '@mantine/core'
import {
  isWriteOnly,
  type Manifest,
  mappingFieldsOf,
  schemaPlaces,
  tenantAccessOf,
  type Variant,
  visibleSettings,
} from '@mkt/manifest'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { productTitle } from '../../../forms/product-title.ts'
import { SettingValue } from '../../../forms/setting-value.tsx'
import { ProductCoverage } from '../../../parts/installation/product-coverage.tsx'
import { TrustPanel } from '../../../parts/trust/trust-panel.tsx'
import { schemaQuery, tenantQuery } from '../../../queries/installation/tenants.ts'
import { browse } from '../../../texts/browse.ts'
import { forms } from '../../../texts/forms.ts'
import { launch } from '../../../texts/launch.ts'
import { trust } from '../../../texts/trust.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { type Fact, Facts } from '../../../ui/layout/facts.tsx'
import type { LaunchDraft } from './launch-draft.ts'
import { LaunchRegistrations } from './launch-registrations.tsx'

interface Props {
  release: { id: string; version: string; manifest: Manifest }
  variant: Variant
  tenantId: string
  draft: LaunchDraft
}

/** What is about to happen, before it does: settings, mappings, and everything that is put into the tenant. */
export function LaunchReview({ release, variant, tenantId, draft }: Props) {
  const { data: tenant } = useSuspenseQuery(tenantQuery(tenantId))
  const { data: schema } = useQuery({ ...schemaQuery(tenantId), enabled: draft.mappings.length > 0 })
  const { manifest } = release
  const places = schema ? schemaPlaces(variant, schema) : []
  const titleOf = (name: string) => mappingFieldsOf(manifest).find((field) => field.name === name)?.title ?? name
  const placeOf = (path: string) => {
    const place = places.find((one) => one.path === path)
    return place && [...place.crumbs, place.title].join(' › ')
  }
  const settings = visibleSettings(manifest, draft.settings).flatMap((setting): Fact[] => {
    const value = draft.settings[setting.name]
    if (!value) return []
    if (isWriteOnly(setting)) return [{ name: setting.title, value: launch.review.secretEntered }]
    return [{ name: setting.title, value: <SettingValue setting={setting} value={value} /> }]
  })
  return (
    <Stack gap="lg">
      <Text c="dimmed">{launch.review.lead}</Text>
      <Facts
        rows={[
          { name: launch.review.tenant, value: tenant.name },
          {
            name: launch.review.credentials,
            value: draft.credentials ? launch.review.ownCredentials : launch.review.tenantCredentials,
          },
          { name: browse.access, value: browse.accesses[tenantAccessOf(manifest)] },
          { name: launch.review.release, value: release.version },
          ...settings,
        ]}
      />
      {mappingFieldsOf(manifest).length > 0
        ? draft.mappings.map((mapping) => (
            <div key={mapping.productName}>
              <Title order={3} mb="xs">
                {launch.review.mappings}: {productTitle(mapping.productName)}
              </Title>
              <Facts
                rows={Object.entries(mapping.fields).map(([name, path]) => ({
                  name: titleOf(name),
                  value: placeOf(path) ?? <Code>{path}</Code>,
                }))}
              />
            </div>
          ))
        : null}
      {draft.mappings.length > 0 && schema ? (
        <div>
          <Title order={3} mb="xs">
            {forms.mapping.coverage}
          </Title>
          <ProductCoverage manifest={manifest} places={places} mappings={draft.mappings} />
        </div>
      ) : null}
      <LaunchRegistrations manifest={manifest} variant={variant} draft={draft} />
      <div>
        <Title order={3} mb="xs">
          {trust.title}
        </Title>
        <Boundary>
          <TrustPanel of="release" id={release.id} values={draft.settings} />
        </Boundary>
      </div>
    </Stack>
  )
}
