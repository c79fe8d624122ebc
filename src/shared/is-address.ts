// Whether what somebody wrote for a place of evidence is an address, and not a path of the host; which addresses are asked is decided where they are. Pure. Used by the
// command line and the console. Source: advisory, Evidence.

/** @example isAddress('https://a.example/b.zip') // true */
export const isAddress = (place: string): boolean => /^(?:https?:|[a-z][a-z\d+.-]{0,30}:\/\/)/i.test(place);
