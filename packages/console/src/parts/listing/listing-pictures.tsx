import { Button, FileButton, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../queries/api.ts'
import { type Listing, listingQuery } from '../../queries/listings.ts'
import { publish } from '../../texts/publish.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { AppLogo } from './app-logo.tsx'
import styles from './listing-pictures.module.css'

const texts = publish.pictures
const accept = 'image/png,image/jpeg,image/webp'

async function bytesOf(file: File) {
  return { body: new Uint8Array(await file.arrayBuffer()), headers: { 'content-type': file.type } }
}

/** Logo and screenshots of a listing: sent as they are chosen, checked by the server. */
export function ListingPictures({ listing }: { listing: Listing }) {
  const client = useQueryClient()
  const params = { id: listing.id }
  const take = (next: Listing) => client.setQueryData(listingQuery(listing.id).queryKey, next)
  const logo = useMutation({
    mutationFn: async (file: File) => api.putLogo({ params, ...(await bytesOf(file)) }),
    onSuccess: take,
  })
  const shot = useMutation({
    mutationFn: async (file: File) => api.addScreenshot({ params, ...(await bytesOf(file)) }),
    onSuccess: take,
  })
  const remove = (picture: string) =>
    api
      .deletePicture({ params: { id: listing.id, picture } })
      .then(() => client.invalidateQueries(listingQuery(listing.id)))
  return (
    <Stack gap="md">
      <FailureNote failure={logo.error ?? shot.error} />
      <Group gap="sm">
        <AppLogo listing={listing} size={64} />
        <FileButton accept={accept} onChange={(file) => file && logo.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={logo.isPending}>
              {texts.chooseLogo}
            </Button>
          )}
        </FileButton>
        {listing.logo ? <RemoveButton label={texts.removeLogo} act={() => remove(listing.logo?.id ?? '')} /> : null}
      </Group>
      <ul className={styles.shots}>
        {listing.screenshots.map((picture, index) => (
          <li key={picture.id}>
            <img className={styles.shot} src={picture.url} alt={texts.shot(index + 1)} />
            <RemoveButton label={texts.remove} of={texts.shot(index + 1)} act={() => remove(picture.id)} />
          </li>
        ))}
      </ul>
      <div>
        <FileButton accept={accept} onChange={(file) => file && shot.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={shot.isPending} disabled={listing.screenshots.length >= 8}>
              {texts.addShot}
            </Button>
          )}
        </FileButton>
      </div>
    </Stack>
  )
}

function RemoveButton(props: { label: string; of?: string; act: () => Promise<unknown> }) {
  return <ConfirmButton size="compact-sm" variant="subtle" color="red" text={texts.removeText} {...props} />
}

/** The screenshots as customers see them. */
export function Screenshots({ listing }: { listing: Listing }) {
  return (
    <ul className={styles.shots}>
      {listing.screenshots.map((picture, index) => (
        <li key={picture.id}>
          <a href={picture.url} target="_blank" rel="noopener noreferrer">
            <img
              className={styles.shot}
              src={picture.url}
              alt={texts.shot(index + 1)}
              width={picture.width}
              height={picture.height}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
