import { useState } from 'react'
import styles from './app-icon.module.css'
import { AppIcon } from './app-icon.tsx'

interface Props {
  listing: { name: string; logo?: { url: string } | null }
  size?: number
}

/** The publisher's logo where there is one and it can be fetched, else the drawn icon. */
export function AppLogo({ listing, size = 44 }: Props) {
  const url = listing.logo?.url
  const [missing, setMissing] = useState<string>()
  if (url === undefined || url === missing) return <AppIcon name={listing.name} size={size} />
  return <img className={styles.icon} src={url} alt="" width={size} height={size} onError={() => setMissing(url)} />
}
