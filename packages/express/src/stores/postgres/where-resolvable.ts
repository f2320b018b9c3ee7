/**
 * `awaitsResolution` of `needs-person.ts`, for its index and for reading by it. Part of a published version: it never
 * changes.
 */
export const whereResolvable: string = `(state IN ('unknown', 'review') OR state = 'declined' AND facts ? 'unconfirmedAt')
       AND facts #> '{resolution,paid}' IS DISTINCT FROM 'false'::jsonb`;
