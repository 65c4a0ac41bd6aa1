/**
 * An amount of whole minor units, 0 or more, in major ones: exact, with all the decimals of a currency of this exponent (`exponentOf`).
 *
 * @example
 * majorUnits(1800, 2) // "18.00"
 * majorUnits(1500, 0) // "1500"
 */
export const majorUnits = (minor: number, exponent: number): string => {
  const digits = BigInt(minor).toString().padStart(exponent + 1, "0")
  const whole = digits.slice(0, digits.length - exponent)
  return exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`
}
