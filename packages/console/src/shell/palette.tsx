import { Kbd, Modal, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Kbd.css'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { placeOfId, thingAt } from '../lib/place-of-id.ts'
import { recentPlaces } from '../lib/recent-places.ts'
import { useIsFor } from '../parts/access/only-for.tsx'
import { type Found, findQuery } from '../queries/platform/find.ts'
import { useMe, useOrganization } from '../queries/session/current-organization.ts'
import { shell } from '../texts/shell.ts'
import styles from './palette.module.css'

type Entry = Pick<Found, 'title' | 'note' | 'href'>
const texts = shell.find

/** An application and its installation have one name: which of them was open, the note says. */
function noteOf(href: string): string {
  const thing = thingAt(href)
  return thing ? `${texts.recent} · ${texts.things[thing]}` : texts.recent
}

/** Pages everybody or this person has, by their words. */
function usePlaces(): Entry[] {
  const organization = useOrganization()
  const moderates = useIsFor('moderator')
  const operates = useIsFor('operator')
  const place = (title: string, href: string): Entry => ({ title, href, note: texts.page })
  return [
    place(shell.nav.home, '/'),
    place(shell.nav.browse, '/browse'),
    ...(organization
      ? [
          place(shell.nav.manage, '/manage'),
          place(texts.tenants, '/manage/tenants'),
          place(texts.policies, '/manage/policies'),
          place(shell.nav.publish, '/publish'),
          place(shell.nav.organization, '/organization'),
        ]
      : []),
    ...(moderates ? [place(shell.nav.moderate, '/moderate')] : []),
    ...(operates ? [place(shell.nav.operate, '/operate')] : []),
    place(shell.notifications, '/notifications'),
    place(texts.account, '/account'),
    { title: texts.docs, href: '/docs', note: texts.docsNote },
  ]
}

/** One input that finds pages and things, moved through by arrow keys. */
export function Palette({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const organization = useOrganization()
  const router = useRouter()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const [settled] = useDebouncedValue(words.trim(), 150)
  const { data: found = [], isFetching } = useQuery(findQuery(me, organization, settled))
  const places = usePlaces().filter(({ title }) => title.toLowerCase().includes(words.trim().toLowerCase()))
  const recent = recentPlaces(localStorage)
    .filter(({ href }) => href !== router.history.location.pathname)
    .map((place) => ({ ...place, note: noteOf(place.href) }))
  const byId = placeOfId(words.trim())
  const named = byId ? [{ title: words.trim(), href: byId, note: texts.byId }] : []
  const fresh = [...recent, ...places.filter(({ href }) => !recent.some((one) => one.href === href))]
  const matches: Entry[] = words.trim() === '' ? fresh : [...named, ...found, ...places]
  // Only when everything else is known: a quick Enter must not leave the console.
  const known = settled !== '' && settled === words.trim() && !isFetching
  const inDocs = known
    ? [{ title: texts.inDocs, href: `/docs/search?q=${encodeURIComponent(settled)}`, note: texts.docsNote }]
    : []
  const entries = [...matches, ...inDocs]
  const chosen = Math.min(at, entries.length - 1)
  const open = ({ href }: Entry) => {
    onClose()
    // The documentation is served beside the console.
    if (href.startsWith('/docs')) window.location.assign(href)
    else router.history.push(href)
  }
  const onKey = (event: KeyboardEvent) => {
    const entry = entries[chosen]
    if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, entries.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0))
    else if (event.key === 'Enter' && entry) open(entry)
    else return
    event.preventDefault()
  }
  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg" yOffset="12vh">
      <TextInput
        data-autofocus
        classNames={{ input: styles.input }}
        role="combobox"
        aria-label={texts.label}
        aria-controls="palette-entries"
        aria-expanded={entries.length > 0}
        aria-activedescendant={entries.length > 0 ? `palette-${chosen}` : undefined}
        placeholder={texts.label}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div id="palette-entries" role="listbox" aria-label={texts.title} className={styles.entries}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input moves through the entries and opens them
          <div
            key={entry.href}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.entry}
            onClick={() => open(entry)}
            onMouseMove={() => setAt(index)}
          >
            <span>{entry.title}</span>
            <Text component="span" size="sm" c="dimmed">
              {entry.note}
            </Text>
          </div>
        ))}
      </div>
      {matches.length === 0 && !isFetching ? (
        <Text c="dimmed" size="sm" py="md">
          {texts.nothing}
        </Text>
      ) : null}
      <Text size="xs" c="dimmed" mt="sm">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {texts.move} · <Kbd size="xs">Enter</Kbd> {texts.open} ·{' '}
        <Kbd size="xs">{texts.key}</Kbd> <Kbd size="xs">/</Kbd> <Kbd size="xs">?</Kbd> {texts.anywhere}
      </Text>
    </Modal>
  )
}
