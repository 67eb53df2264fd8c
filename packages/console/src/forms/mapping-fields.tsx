import { ActionIcon, Text } from '@mantine/core'
import type { Mapping, MappingField, SchemaPlace } from '@mkt/manifest'
import { IconArrowRight, IconX } from '@tabler/icons-react'
import { common } from '../texts/common.ts'
import { forms } from '../texts/forms.ts'
import styles from './forms.module.css'
import { placeSample } from './place-sample.ts'

interface Props {
  fields: MappingField[]
  mapping: Mapping
  places: SchemaPlace[]
  selected: string
  problemOf: (name: string) => string | undefined
  onSelect: (name: string) => void
  onRemove: (name: string) => void
}

/** The app's side: each field with the place it has been given. */
export function MappingFields({ fields, mapping, places, selected, problemOf, onSelect, onRemove }: Props) {
  return (
    <div className={styles.pane}>
      <div className={styles.paneHead}>{forms.mapping.appFields}</div>
      {fields.map((field) => {
        const path = mapping.fields[field.name]
        const place = places.find((one) => one.path === path)
        const sample = place && placeSample(place)
        const where = place ? [...place.crumbs, place.title].join(' › ') : path
        const problem = problemOf(field.name)
        return (
          <div key={field.name} className={styles.field} data-selected={selected === field.name || undefined}>
            <button
              type="button"
              className={styles.fieldButton}
              aria-pressed={selected === field.name}
              data-problem={problem ? '' : undefined}
              onClick={() => onSelect(field.name)}
            >
              <span style={{ flex: 1, minWidth: 0 }}>
                <Text component="span" fw={600} size="sm">
                  {field.title}
                  {field.required ? (
                    <Text component="span" c="red" aria-hidden>
                      {' '}
                      *
                    </Text>
                  ) : null}
                </Text>
                {field.hint ? <div className={styles.where}>{field.hint}</div> : null}
                <div className={styles.where} data-mapped={path ? field.name : undefined}>
                  {where ? <IconArrowRight size={12} /> : null} {where ?? forms.mapping.unmapped}
                  {sample ? `: ${sample}` : null}
                </div>
                {problem ? (
                  <Text size="xs" c="red" role="alert">
                    {problem}
                  </Text>
                ) : null}
              </span>
            </button>
            {path ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                mr={8}
                aria-label={common.of(forms.mapping.unmap, field.title)}
                onClick={() => onRemove(field.name)}
              >
                <IconX size={15} />
              </ActionIcon>
            ) : null}
          </div>
        )
      })}
    </div>
  )
}
