// The name of the operator's cookie: set by the console's door, cut out where requests go on to an upstream.
export const SESSION_COOKIE = 'festinger_session';
