export { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.js';
export { KioskAccess, type KioskAccessOptions } from './kiosk-access.js';
export { openApi } from './openapi/openapi.js';
export { type KioskWelcome, pages } from './pages.js';
export { loadTls, type Tls } from './tls/tls.js';
export { renewTls } from './tls/tls-renewal.js';
