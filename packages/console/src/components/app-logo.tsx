import styles from './app-icon.module.css'
import { AppIcon } from './app-icon.tsx'

interface Props {
  listing: { name: string; logo?: { url: string } | null }
  size?: number
}

/** The publisher's logo where there is one, else the drawn icon. */
export function AppLogo({ listing, size = 44 }: Props) {
  if (!listing.logo) return <AppIcon name={listing.name} size={size} />
  return <img className={styles.icon} src={listing.logo.url} alt="" width={size} height={size} />
}
