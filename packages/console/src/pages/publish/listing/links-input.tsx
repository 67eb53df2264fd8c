import { ActionIcon, Button, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import styles from '../../../forms/forms.module.css'
import { problemAt } from '../../../lib/problem-at.ts'
import { publish } from '../../../texts/publish.ts'
import { type ListingDraft, writtenLinks } from './listing-draft.ts'

const texts = publish.form
const most = 10

interface Props {
  draft: ListingDraft
  onChange: (draft: ListingDraft) => void
  failure?: unknown
}

/** The links of a listing, each a title and an address. Empty rows are not sent. */
export function LinksInput({ draft, onChange, failure }: Props) {
  const { links } = draft
  const set = (next: ListingDraft['links']) => onChange({ ...draft, links: next })
  const change = (index: number, part: { title?: string; url?: string }) =>
    set(links.map((link, at) => (at === index ? { ...link, ...part } : link)))
  return (
    <Input.Wrapper
      label={texts.links}
      description={texts.linksHint}
      labelElement="div"
      role="group"
      aria-label={texts.links}
      error={problemAt(failure, '/links')}
    >
      <Stack gap="xs" mt="xs">
        {links.map((link, index) => {
          // What the server found is told at the place the link had among those sent.
          const place = writtenLinks(links.slice(0, index)).length
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, it has nothing else yet
            <div key={index} className={styles.link}>
              <TextInput
                aria-label={texts.linkTitle}
                placeholder={texts.linkTitle}
                maxLength={80}
                value={link.title}
                error={problemAt(failure, `/links/${place}/title`)}
                onChange={(event) => change(index, { title: event.currentTarget.value })}
              />
              <TextInput
                aria-label={texts.linkUrl}
                placeholder="https://"
                type="url"
                maxLength={500}
                spellCheck={false}
                value={link.url}
                error={problemAt(failure, `/links/${place}/url`)}
                onChange={(event) => change(index, { url: event.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={texts.removeLink(link.title)}
                onClick={() => set(links.filter((_, at) => at !== index))}
              >
                <IconTrash size={17} />
              </ActionIcon>
            </div>
          )
        })}
        {links.length < most ? (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={15} />}
              onClick={() => set([...links, { title: '', url: '' }])}
            >
              {texts.addLink}
            </Button>
          </div>
        ) : null}
      </Stack>
    </Input.Wrapper>
  )
}
