/** Whether the condition came true within the time. */
export async function until(condition: () => boolean, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs
  while (!condition()) {
    if (Date.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}
