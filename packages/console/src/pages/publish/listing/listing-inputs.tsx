import { Radio, Select, Stack, Textarea, TextInput } from '@mantine/core'
import styles from '../../../forms/forms.module.css'
import { nameFromTitle } from '../../../lib/name-from-title.ts'
import { problemAt } from '../../../lib/problem-at.ts'
import { type Category, categories, type Variant } from '../../../queries/listing/listings.ts'
import { browse } from '../../../texts/browse.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { stateTexts } from '../../../texts/states.ts'
import { LinksInput } from './links-input.tsx'
import type { ListingDraft } from './listing-draft.ts'

interface Props {
  draft: ListingDraft
  onChange: (draft: ListingDraft) => void
  failure?: unknown
  /** The name is fixed once the listing exists, the variant once it is published. */
  nameFixed?: boolean
  variantFixed?: boolean
  /** Names of inputs that were left empty although they are needed. */
  missing?: string[]
}

function bind({ draft, onChange, failure, missing = [] }: Props) {
  return (name: 'appName' | 'title' | 'summary' | 'about' | 'requirements' | 'supportContact') => ({
    name,
    label: publish.form[name === 'supportContact' ? 'support' : name],
    value: draft[name],
    error:
      problemAt(failure, `/${name}`) ??
      (missing.includes(name) && draft[name].trim() === '' ? common.needed : undefined),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [name]: event.currentTarget.value }),
  })
}

export function BasicsInputs(props: Props & { org: string }) {
  const { draft, onChange, org, nameFixed = false, variantFixed = false, missing = [] } = props
  const input = bind(props)
  const retitle = (title: string) => {
    const follows = !nameFixed && draft.appName === nameFromTitle(draft.title)
    onChange({ ...draft, title, ...(follows ? { appName: nameFromTitle(title) } : {}) })
  }
  return (
    <Stack gap="md" className={styles.narrow}>
      <TextInput
        {...input('title')}
        description={publish.form.titleHint}
        maxLength={80}
        withAsterisk
        onChange={(event) => retitle(event.currentTarget.value)}
      />
      <TextInput
        {...input('appName')}
        description={`${publish.form.appNameHint} ${publish.form.fullName}: ${org}/${draft.appName || '…'}`}
        maxLength={63}
        withAsterisk={!nameFixed}
        readOnly={nameFixed}
        variant={nameFixed ? 'filled' : 'default'}
        spellCheck={false}
      />
      <Radio.Group
        label={publish.form.variant}
        description={publish.form.variantHint}
        withAsterisk
        value={draft.variant}
        name="variant"
        error={missing.includes('variant') && draft.variant === '' ? common.needed : undefined}
        onChange={(variant) => onChange({ ...draft, variant: variant as Variant })}
      >
        <Stack gap="xs" mt="xs">
          {(['connected', 'enterprise'] as const).map((variant) => (
            <Radio
              key={variant}
              value={variant}
              disabled={variantFixed && draft.variant !== variant}
              label={stateTexts.variant[variant]}
              description={publish.form.variants[variant]}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        {...input('summary')}
        description={publish.form.summaryHint}
        maxLength={200}
        rows={2}
        classNames={{ input: styles.grows }}
        onChange={(event) => onChange({ ...draft, summary: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
      />
      <Select
        label={publish.form.category}
        data={categories.map((value) => ({ value, label: browse.categories[value] ?? value }))}
        value={draft.category}
        allowDeselect={false}
        onChange={(category) => onChange({ ...draft, category: (category ?? 'other') as Category })}
      />
      <TextInput {...input('supportContact')} description={publish.form.supportHint} maxLength={254} />
      <LinksInput draft={draft} onChange={onChange} failure={props.failure} />
    </Stack>
  )
}

export function AboutInput(props: Props) {
  const input = bind(props)
  return (
    <Textarea
      {...input('about')}
      description={publish.form.aboutHint}
      withAsterisk
      className={styles.narrow}
      autosize
      minRows={10}
      maxRows={24}
    />
  )
}

export function RequirementsInput(props: Props) {
  const input = bind(props)
  return (
    <Textarea
      {...input('requirements')}
      description={publish.form.requirementsHint}
      withAsterisk
      className={styles.narrow}
      autosize
      minRows={10}
      maxRows={24}
    />
  )
}
