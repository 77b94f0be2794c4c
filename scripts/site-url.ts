/**
 * Where the page will be found, from the environment variable SITE_URL, ending in a slash; null: the build does not
 * know. The one place that reads it.
 */
export function siteUrl(given: string | undefined = process.env['SITE_URL']): string | null {
  if (given === undefined || given === '') return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error(`SITE_URL is "${given}". Expected the address of the page's folder, such as https://example.org/when-tools-fail/`);
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
