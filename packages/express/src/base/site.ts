/** The addresses of the shop and of its router. */
export interface Site {
  /** `publicUrl` without a trailing slash. */
  mount: string;
  /** The origin of `publicUrl`. */
  origin: string;
  /** Origins of the shop's pages, without the router's own. */
  origins: string[];
  /** Where the router's own pages link to: the option `returnTo`. */
  home: string;
}
