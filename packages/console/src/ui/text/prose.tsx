import styles from './prose.module.css'

/** A publisher's text. The server has turned it from Markdown into HTML and sanitised it. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the API sanitises this HTML, and the page's policy forbids scripts
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
}
