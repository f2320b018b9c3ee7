/**
 * The largest amount in minor units: 12 digits of a payment request, which are ten before the point and two after it in
 * REST.
 */
export const maxMinor = 999_999_999_999;
