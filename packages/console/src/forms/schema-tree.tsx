import { Text, TextInput } from '@mantine/core'
import type { SchemaPlace } from '@mkt/manifest'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { forms } from '../texts/forms.ts'
import { Tag } from '../ui/text/tag.tsx'
import styles from './forms.module.css'
import { placeSample } from './place-sample.ts'

interface Props {
  title: string
  places: SchemaPlace[]
  chosen: string | undefined
  suggested: ReadonlySet<string>
  onChoose: (path: string) => void
}

interface LeafProps {
  place: SchemaPlace
  chosen: boolean
  suggested: boolean
  onChoose: (path: string) => void
}

function Leaf({ place, chosen, suggested, onChoose }: LeafProps) {
  const sample = placeSample(place)
  return (
    <button
      type="button"
      className={styles.leaf}
      style={{ paddingLeft: 10 + place.crumbs.length * 14 }}
      aria-pressed={chosen}
      data-place={place.path}
      onClick={() => onChoose(place.path)}
    >
      <span>
        {place.title} {suggested ? <Tag>{forms.mapping.suggested}</Tag> : null}
        {sample ? <span className={styles.where}>{sample}</span> : null}
      </span>
      <Text component="span" size="xs" c="dimmed">
        {forms.mapping.types[place.type] ?? place.type}
      </Text>
    </button>
  )
}

/** The tenant's side: its schema, searchable, what fits the chosen field marked. */
export function SchemaTree({ title, places, chosen, suggested, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = places.filter((place) => {
    const text = [...place.crumbs, place.title, place.name, place.type].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const branches = new Map<string, SchemaPlace[]>()
  for (const place of shown) {
    const branch = place.crumbs.join(' › ')
    branches.set(branch, [...(branches.get(branch) ?? []), place])
  }
  return (
    <div className={styles.pane}>
      <div className={styles.paneHead}>{title}</div>
      <TextInput
        m={8}
        mb={0}
        size="sm"
        aria-label={forms.mapping.search}
        placeholder={forms.mapping.search}
        leftSection={<IconSearch size={15} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.tree}>
        {[...branches].map(([branch, inside]) => (
          <div key={branch}>
            <div className={styles.branch}>{branch || forms.mapping.levels.policy}</div>
            {inside.map((place) => (
              <Leaf
                key={place.path}
                place={place}
                chosen={place.path === chosen}
                suggested={suggested.has(place.path)}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
        {shown.length === 0 ? (
          <Text size="sm" c="dimmed" p="sm">
            {forms.mapping.nothingFound}
          </Text>
        ) : null}
      </div>
    </div>
  )
}
