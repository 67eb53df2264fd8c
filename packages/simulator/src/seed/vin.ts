const LETTERS: Record<string, number> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
}
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** A vehicle identification number of 17 characters, with the check digit that belongs to it. */
export function vinOf(first8: string, yearAndPlant: string, serial: number): string {
  const draft = `${first8}0${yearAndPlant}${String(serial).padStart(6, '0')}`
  const sum = [...draft].reduce((total, char, at) => {
    return total + (LETTERS[char] ?? Number(char)) * (WEIGHTS[at] ?? 0)
  }, 0)
  const check = sum % 11 === 10 ? 'X' : String(sum % 11)
  return `${draft.slice(0, 8)}${check}${draft.slice(9)}`
}
