// Deliveries and scenarios go on after a page was sent: parts that say so are asked for until they no longer do.
const EVERY_MS = 1000
const MAX = 600

/** Answers whether there is more to come. */
async function renew() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return false
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const part of document.querySelectorAll('[data-part]')) {
    const other = fresh.getElementById(part.id)
    // Somebody reads what is unfolded, or is about to press what has the focus: it stays as it is.
    if (!other || part.querySelector('details[open]') || part.contains(document.activeElement)) continue
    if (other.innerHTML !== part.innerHTML) part.replaceChildren(...other.childNodes)
    part.toggleAttribute('data-live', other.hasAttribute('data-live'))
  }
  return document.querySelector('[data-live]') !== null
}

// Somebody who fills in a part that can be added wants it added.
document.addEventListener('input', ({ target }) => {
  const box = target.closest('details.group')?.querySelector(':scope > .check input')
  if (box && box !== target) box.checked = true
})

let isLive = document.querySelector('[data-live]') !== null
for (let times = 0; isLive && times < MAX; times++) {
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  // Away for a moment, as when it restarts: the next look may find it again.
  isLive = await renew().catch(() => true)
}
