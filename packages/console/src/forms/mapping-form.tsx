import { Alert, Button, Chip, Group, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Chip.css'
import {
  type FieldProblem,
  type Manifest,
  type Mapping,
  mappingFieldsOf,
  placeProducts,
  type SchemaPlace,
  suggestMapping,
} from '@mkt/manifest'
import { useState } from 'react'
import { forms } from '../texts/forms.ts'
import styles from './forms.module.css'
import { mappingCoverage } from './mapping-coverage.ts'
import { MappingFields } from './mapping-fields.tsx'
import { productTitle } from './product-title.ts'
import { SchemaTree } from './schema-tree.tsx'

interface Props {
  manifest: Manifest
  places: SchemaPlace[]
  mappings: Mapping[]
  problems?: FieldProblem[]
  onChange: (mappings: Mapping[]) => void
}

/** Places for one field: where it would be put, or those a person has to choose from. */
function suggestedPlaces(manifest: Manifest, places: SchemaPlace[], mapping: Mapping, name: string): Set<string> {
  const { [name]: _, ...others } = mapping.fields
  const { mapping: found, unmapped } = suggestMapping(manifest, places, { ...mapping, fields: others })
  const candidates = unmapped.find(({ field }) => field.name === name)?.candidates ?? []
  return new Set([found.fields[name] ?? '', ...candidates.map(({ path }) => path)])
}

/** The app's fields beside the tenant's schema, product by product. */
export function MappingForm({ manifest, places, mappings, problems = [], onChange }: Props) {
  const fields = mappingFieldsOf(manifest)
  const products = placeProducts(places)
  const [current, setCurrent] = useState(mappings[0]?.productName ?? products[0] ?? '')
  const [selected, setSelected] = useState(fields[0]?.name ?? '')
  if (fields.length === 0) return <Text c="dimmed">{forms.mapping.none}</Text>
  if (products.length === 0) return <Alert color="red">{forms.mapping.noProducts}</Alert>

  const at = mappings.findIndex((mapping) => mapping.productName === current)
  const mapping = mappings[at] ?? { productName: current, fields: {} }
  const here = places.filter((place) => place.product === undefined || place.product === current)

  const write = (next: Mapping) => {
    const others = mappings.filter((one) => one.productName !== current)
    const kept = Object.keys(next.fields).length > 0 ? [next] : []
    onChange(at < 0 ? [...others, ...kept] : mappings.flatMap((one) => (one.productName === current ? kept : [one])))
  }
  const place = (name: string, path: string | undefined) => {
    const { [name]: _, ...rest } = mapping.fields
    write({ ...mapping, fields: path ? { ...rest, [name]: path } : rest })
  }
  const choose = (path: string) => {
    place(selected, path)
    const next = fields.find((one) => one.name !== selected && !mapping.fields[one.name])
    if (next) setSelected(next.name)
  }
  const whole = problems.filter((one) => one.pointer === '/mappings')
  return (
    <Stack gap="md">
      <Text c="dimmed">{forms.mapping.lead}</Text>
      {whole.map((problem) => (
        <Alert key={problem.message} color="red" role="alert">
          {problem.message}
        </Alert>
      ))}
      <Group justify="space-between">
        <Chip.Group value={current} onChange={(value) => setCurrent(String(value))}>
          <Group gap={8} role="group" aria-label={forms.mapping.product}>
            {mappingCoverage(fields, products, mappings).map(({ product, mapped, fields: all }) => (
              <Chip key={product} value={product} variant="outline">
                {productTitle(product)}
                {mapped > 0 ? ` · ${forms.mapping.coveredShort(mapped, all)}` : ''}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => write(suggestMapping(manifest, here, mapping).mapping)}
        >
          {forms.mapping.suggestAll}
        </Button>
      </Group>
      <div className={styles.map}>
        <MappingFields
          fields={fields}
          mapping={mapping}
          places={here}
          selected={selected}
          problemOf={(name) => problems.find((one) => one.pointer === `/mappings/${at}/fields/${name}`)?.message}
          onSelect={setSelected}
          onRemove={(name) => place(name, undefined)}
        />
        <SchemaTree
          title={forms.mapping.tenantFields(productTitle(current))}
          places={here}
          chosen={mapping.fields[selected]}
          suggested={suggestedPlaces(manifest, here, mapping, selected)}
          onChoose={choose}
        />
      </div>
    </Stack>
  )
}
