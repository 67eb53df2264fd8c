import { Alert, Group, Stack, Text } from '@mantine/core'
import { placeProducts, schemaPlaces } from '@mkt/manifest'
import { useSuspenseQuery } from '@tanstack/react-query'
import { productTitle } from '../../../forms/product-title.ts'
import { schemaQuery, type Tenant } from '../../../queries/installation/tenants.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = tenantTexts

export function TenantProducts({ tenant }: { tenant: Tenant }) {
  const { data: schema } = useSuspenseQuery(schemaQuery(tenant.id))
  const places = schemaPlaces(tenant.variant, schema)
  return (
    <Stack gap="sm">
      {schema.stale ? <Alert color="clay">{texts.stale}</Alert> : null}
      <Group gap={8}>
        {placeProducts(places).map((product) => (
          <Tag key={product}>{productTitle(product)}</Tag>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {texts.fieldCount(places.length)} <Time at={schema.readAt} />.
      </Text>
    </Stack>
  )
}
