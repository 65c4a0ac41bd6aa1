import type Sharp from "sharp"

/**
 * Imports the optional package sharp where it is installed, and turns its cache off. Bundlers leave the import as it
 * is, because they would refuse a package that is not installed; esbuild does so only where a rejection is handled.
 */
export const loadSharp = async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ "sharp")
    .catch((error: unknown) => Promise.reject(error))
  sharp.cache(false)
  return sharp
}
