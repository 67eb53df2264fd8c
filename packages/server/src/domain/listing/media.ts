/** The pictures of a listing: ids, screenshots in their order. */
export interface Media {
  logo: string | null
  screenshots: string[]
}

export interface MediaPicture {
  id: string
  kind: 'logo' | 'screenshot'
}

export function mediaOf(pictures: readonly MediaPicture[]): Media {
  return {
    logo: pictures.find(({ kind }) => kind === 'logo')?.id ?? null,
    screenshots: pictures.filter(({ kind }) => kind === 'screenshot').map(({ id }) => id),
  }
}

/** A new logo takes the place of the old one, a new screenshot comes last. */
export function withPicture(media: Media, { id, kind }: MediaPicture): Media {
  return kind === 'logo' ? { ...media, logo: id } : { ...media, screenshots: [...media.screenshots, id] }
}

export function withoutPicture(media: Media, id: string): Media {
  return {
    logo: media.logo === id ? null : media.logo,
    screenshots: media.screenshots.filter((screenshot) => screenshot !== id),
  }
}

export function pictureIds({ logo, screenshots }: Media): string[] {
  return logo === null ? screenshots : [logo, ...screenshots]
}

/** In words, with what is new against what is shown. */
export function mediaText(media: Media, shown: Media = media): string {
  const added = media.screenshots.filter((id) => !shown.screenshots.includes(id)).length
  const logo = media.logo === null ? 'no logo' : media.logo === shown.logo ? 'a logo' : 'a new logo'
  const count = media.screenshots.length
  const screenshots = `${count} ${count === 1 ? 'screenshot' : 'screenshots'}`
  return `${logo}, ${screenshots}${added === 0 ? '' : `, ${added} of them new`}`
}
