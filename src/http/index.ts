export type { Tokens } from './access.js';
export { defaultHttpLimits, type HttpLimits } from './http-options.js';
export {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from './http-server.js';
export { KioskAccess, type KioskAccessOptions, type KioskMode } from './kiosk-access.js';
export type { ListenAddress } from './listener.js';
export { resourceMediaType } from './media-types.js';
export { openApi } from './openapi.js';
export { type KioskWelcome, type PagesOptions, pages } from './pages.js';
export { queryEntity, uploadEntity } from './representations.js';
export type { ResourceRequest, ResourceResponse } from './resource.js';
export { ResourceRouter } from './resource-router.js';
export type { Route } from './route.js';
export { loadTls, type Tls, type TlsOptions } from './tls.js';
export { renewTls } from './tls-renewal.js';
