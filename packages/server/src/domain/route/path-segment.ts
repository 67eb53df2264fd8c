/** A segment of a path without what follows the first `;`, as applications read it that know parameters of segments. */
export function withoutParameters(segment: string): string {
  const mark = segment.indexOf(';')
  return mark < 0 ? segment : segment.slice(0, mark)
}
