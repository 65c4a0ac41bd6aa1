/** The French cities whose postcodes tell numbered districts: their postcodes, and the number of districts. */
const cities: { readonly [folded: string]: { readonly code: RegExp; readonly districts: number } } = {
  paris: { code: /^750(\d\d)$/, districts: 20 },
  lyon: { code: /^6900(\d)$/, districts: 9 },
  marseille: { code: /^130(\d\d)$/, districts: 16 }
}

const months = `janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre january february march april may june
  july august september october november december`

/** Words behind a number that is a day or an hour. */
const units: ReadonlySet<string> = new Set([...months.split(/\s+/), "h", "heure", "heures"])

const number = /^\p{N}+$/u

const universities: ReadonlySet<string> = new Set(["universite", "universites", "university", "univ"])

/** Number of words before the name of a city in which the word for a university is looked for. */
const universityName_words = 3

/**
 * The district that a number behind the name of a city means, as a word; null for other words. A number before another
 * number, a month or `h` is a day or an hour. In the name of a university, such as
 * `Université Lumière Lyon 2`, it is that of the university.
 *
 * @example
 * districtAt(["paris", "11"], 1) // "11e"
 * districtAt(["paris", "11", "novembre"], 1) // null
 */
export const districtAt = (words: ReadonlyArray<string>, index: number): string | null => {
  const [before = "", word = "", behind = ""] = [words[index - 1], words[index], words[index + 1]]
  if (!/^\d\d?$/.test(word) || number.test(behind) || units.has(behind)) return null
  if (words.slice(Math.max(0, index - 1 - universityName_words), index).some((one) => universities.has(one))) return null
  const city = Object.hasOwn(cities, before) ? cities[before] : undefined
  const district = Number(word)
  return city !== undefined && district >= 1 && district <= city.districts ? `${district}e` : null
}

/**
 * The district that a French postcode tells, as people write it; null for none.
 *
 * @example
 * districtOf({ countryCode: "FR", postalCode: "75011" }) // "11 11e 11eme arrondissement"
 */
export const districtOf = (
  { countryCode, postalCode }: { readonly countryCode?: string | null; readonly postalCode?: string | null }
): string | null => {
  if (countryCode !== "FR") return null
  const numbers = Object.values(cities).flatMap(({ code, districts }) => {
    const district = Number(code.exec(postalCode ?? "")?.[1] ?? 0)
    return district >= 1 && district <= districts ? [district] : []
  })
  const [district] = numbers
  return district === undefined ? null : `${district} ${district}e ${district}eme ${district === 1 ? "1er premier " : ""}arrondissement`
}
