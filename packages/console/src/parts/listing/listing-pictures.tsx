import { Alert, Button, FileButton, Group, Stack } from '@mantine/core'
import { listingFacts } from '@mkt/contract/states'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  type Pictures,
  picturesQuery,
  useAddScreenshot,
  useDeletePicture,
  usePutLogo,
} from '../../queries/listing/listing-words.ts'
import type { Listing } from '../../queries/listing/listings.ts'
import { ownedBy, useMay } from '../../queries/session/may.ts'
import { publish } from '../../texts/publish.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { AppLogo } from './app-logo.tsx'
import styles from './listing-pictures.module.css'

const texts = publish.pictures
const accept = 'image/png,image/jpeg,image/webp'

/** Logo and screenshots of a listing: sent as they are chosen, checked by the server. Who may not change them sees them. */
export function ListingPictures({ listing }: { listing: Listing }) {
  const { data } = useSuspenseQuery(picturesQuery(listing.id))
  const owner = ownedBy(listing.organization)
  const mayChange = [useMay('putLogo', owner), useMay('addScreenshot', owner), useMay('deletePicture', owner)]
  if (mayChange.every(Boolean))
    return (
      <Stack gap="md">
        {data.waiting === null ? null : <Alert role="note">{texts.waiting}</Alert>}
        <PictureInputs listing={listing} pictures={data.waiting ?? data} />
      </Stack>
    )
  return (
    <Stack gap="md">
      <AppLogo listing={listing} size={64} />
      <Screenshots listing={listing} />
    </Stack>
  )
}

function PictureInputs({ listing, pictures }: { listing: Listing; pictures: Pictures }) {
  const removeText = listingFacts(listing.state).shown ? texts.removeLater : texts.removeText
  const logo = usePutLogo(listing.id)
  const shot = useAddScreenshot(listing.id)
  const deleting = useDeletePicture(listing.id)
  const remove = (picture: string) => deleting.mutateAsync(picture)
  return (
    <Stack gap="md">
      <FailureNote failure={logo.error ?? shot.error} />
      <Group gap="sm">
        <AppLogo listing={{ ...listing, logo: pictures.logo }} size={64} />
        <FileButton accept={accept} onChange={(file) => file && logo.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={logo.isPending}>
              {texts.chooseLogo}
            </Button>
          )}
        </FileButton>
        {pictures.logo ? (
          <RemoveButton text={removeText} label={texts.removeLogo} act={() => remove(pictures.logo?.id ?? '')} />
        ) : null}
      </Group>
      <ul className={styles.shots}>
        {pictures.screenshots.map((picture, index) => (
          <li key={picture.id}>
            <Shot picture={picture} number={index + 1} />
            <RemoveButton
              text={removeText}
              label={texts.remove}
              of={texts.shot(index + 1)}
              act={() => remove(picture.id)}
            />
          </li>
        ))}
      </ul>
      <div>
        <FileButton accept={accept} onChange={(file) => file && shot.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={shot.isPending} disabled={pictures.screenshots.length >= 8}>
              {texts.addShot}
            </Button>
          )}
        </FileButton>
      </div>
    </Stack>
  )
}

function RemoveButton(props: { label: string; of?: string; text: string; act: () => Promise<unknown> }) {
  return <ConfirmButton size="compact-sm" variant="subtle" color="red" {...props} />
}

/** Its size is told before it loads: what stands beside and below it must not move under a pointer that is about to press. */
function Shot({ picture, number }: { picture: Pictures['screenshots'][number]; number: number }) {
  const { url, width, height } = picture
  return <img className={styles.shot} src={url} alt={texts.shot(number)} width={width} height={height} />
}

/** The screenshots as customers see them. */
export function Screenshots({ listing }: { listing: Pick<Pictures, 'screenshots'> }) {
  return (
    <ul className={styles.shots}>
      {listing.screenshots.map((picture, index) => (
        <li key={picture.id}>
          <a href={picture.url} target="_blank" rel="noopener noreferrer">
            <Shot picture={picture} number={index + 1} />
          </a>
        </li>
      ))}
    </ul>
  )
}
