/** Semantic version of the client library, apart from the service's: it names the file `service-<version>.js`. */
export const version = '1.0.0';
