/** What a token of ours looks like: the beginning of its kind and 256 bits in base64url. */
export const tokenPattern = /es[ors]_[A-Za-z0-9_-]{43}/;
