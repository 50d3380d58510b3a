// Shows openapi.json and asyncapi.json. Nothing here is written about an operation by hand: edit the schemas instead.
import { tryOut } from './try-out.js';

const service = new URL('..', location.href);
const element = (id) => document.getElementById(id);

function make(tag, options = {}, ...children) {
  const { text, ...attributes } = options;
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  made.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/** Text in which `this` is code. */
function prose(text = '') {
  const span = make('span');
  text.split('`').forEach((part, index) => {
    span.append(index % 2 ? make('code', { text: part }) : part);
  });
  return span;
}

const load = async (name) => (await fetch(new URL(name, service))).json();
const [api, socket] = await Promise.all([load('openapi.json'), load('asyncapi.json')]);
const nameOf = (reference) => reference.split('/').at(-1);

/** A path that may be cut before each of its slashes, and nowhere else while there is room. */
function path(text) {
  const parts = text.split(/(?=\/)/).flatMap((part, index) => (index ? [make('wbr'), part] : [part]));
  const span = make('span');
  span.append(...parts);
  return span;
}

/** An answer as it came, to be unfolded. */
function exampleOf(value) {
  return make(
    'details',
    { class: 'example' },
    make('summary', { text: 'Example' }),
    make('pre', { tabindex: '0' }, make('code', { text: JSON.stringify(value, null, 2) })),
  );
}

/** A type in words: Query, string (uuid), "audio" or "text", array of … */
function typeOf(schema = {}) {
  if (schema.$ref) return make('a', { href: `#schema-${nameOf(schema.$ref)}`, text: nameOf(schema.$ref) });
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const options = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  if (options) {
    const span = make('span');
    options.forEach((option, index) => {
      span.append(...(index ? [' or '] : []), typeOf(option));
    });
    return span;
  }
  if (schema.type === 'array') return make('span', {}, 'array of ', typeOf(schema.items));
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties) {
    return make('span', {}, 'object of ', Object.keys(schema.additionalProperties).length ? typeOf(schema.additionalProperties) : 'anything');
  }
  const types = [schema.type ?? 'anything'].flat().filter((type) => type !== 'null');
  const limits = [
    schema.format,
    schema.maxLength !== undefined && `up to ${schema.maxLength} characters`,
    schema.minimum !== undefined && schema.maximum !== undefined && `${schema.minimum} to ${schema.maximum}`,
    schema.default !== undefined && `default ${schema.default}`,
  ].filter(Boolean);
  return types.join(' or ') + (limits.length ? ` (${limits.join(', ')})` : '');
}

/** The object inside of what may also be null. */
function properties(schema) {
  if (schema.properties) return schema;
  return (schema.anyOf ?? []).find((option) => option.properties);
}

function rows(schema, prefix = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const inner = properties(part) ?? (part.type === 'array' && properties(part.items ?? {}));
    const row = make(
      'tr',
      {},
      make('td', {}, make('code', { text: prefix + name, ...(schema.required?.includes(name) && { class: 'required' }) })),
      make('td', { class: 'type' }, typeOf(part)),
      make('td', {}, prose(part.description)),
    );
    return [row, ...(inner ? rows(inner, `${prefix}${name}${part.type === 'array' ? '[]' : ''}.`) : [])];
  });
}

function schemaTable(schema) {
  const found = rows(schema);
  return found.length ? make('table', {}, make('tbody', {}, ...found)) : make('p', { class: 'type' }, typeOf(schema));
}

function describeOperation(address, method, operation) {
  const inside = make('div', { class: 'inside' });
  const [access] = operation.security?.flatMap(Object.keys) ?? [];
  inside.append(make('p', { class: 'type', text: access ? `Authorization: Bearer <${access} token>` : 'No authorization' }));
  const parameters = (operation.parameters ?? []).map((one) => (one.$ref ? api.components.parameters[nameOf(one.$ref)] : one));
  if (parameters.length) {
    inside.append(
      make('h3', { text: 'Parameters' }),
      make(
        'table',
        {},
        make(
          'tbody',
          {},
          ...parameters.map((one) =>
            make(
              'tr',
              {},
              make('td', {}, make('code', { text: one.name, ...(one.required && { class: 'required' }) })),
              make('td', { class: 'type' }, `${one.in}, `, typeOf(one.schema)),
              make('td', {}, prose(one.description)),
            ),
          ),
        ),
      ),
    );
  }
  if (operation.requestBody) {
    inside.append(make('h3', { text: 'Body' }), make('p', {}, prose(operation.requestBody.description)));
    const list = make('ul');
    for (const [type, { schema }] of Object.entries(operation.requestBody.content)) {
      list.append(make('li', {}, make('code', { text: type }), schema ? ' ' : '', schema ? typeOf(schema) : ''));
    }
    inside.append(list);
  }
  const responses = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const [[type, { schema }] = [undefined, {}]] = Object.entries(content ?? {});
    return make(
      'tr',
      {},
      make('td', {}, make('code', { text: status })),
      make('td', {}, prose(description)),
      make('td', { class: 'type' }, type ?? '', schema ? ' ' : '', schema ? typeOf(schema) : ''),
    );
  });
  inside.append(make('h3', { text: 'Answers' }), make('table', {}, make('tbody', {}, ...responses)));
  for (const [status, { content }] of Object.entries(operation.responses)) {
    for (const { example } of Object.values(content ?? {})) {
      if (example) inside.append(make('h3', { text: `Answer ${status}` }), exampleOf(example));
    }
  }
  return make(
    'details',
    { id: operation.operationId },
    make(
      'summary',
      {},
      make('span', { class: `method ${method}`, text: method.toUpperCase() }),
      make('span', { class: 'path' }, path(address)),
      make('span', { class: 'summary', text: operation.summary }),
    ),
    inside,
  );
}

function showOperations() {
  const contents = [contentsEntry('start', 'Start')];
  for (const tag of api.tags) {
    const section = make('section', { id: tag.name }, make('h1', { text: tag.name }));
    if (tag.description) section.append(make('p', { class: 'lead', text: tag.description }));
    const entries = [];
    for (const [address, methods] of Object.entries(api.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (!operation.tags.includes(tag.name)) continue;
        section.append(describeOperation(address, method, operation));
        const alone = /^\/conversations\/\{\w+\}(\/queries.*)/.exec(address)?.[1];
        if (api.paths[alone]?.[method]) continue; // the same, within a conversation
        const link = make('a', { href: `#${operation.operationId}`, title: operation.summary }, `${method.toUpperCase()} `, path(address));
        entries.push(make('li', {}, link));
      }
    }
    element('operations').append(section);
    contents.push(contentsEntry(tag.name, tag.name, entries));
  }
  contents.push(contentsEntry('websocket', 'WebSocket'), contentsEntry('errors', 'Errors'), contentsEntry('schemas', 'Schemas'));
  element('contents').append(...contents);
}

function contentsEntry(id, text, entries = []) {
  return make('li', {}, make('a', { href: `#${id}`, text }), entries.length ? make('ul', {}, ...entries) : '');
}

function showSocket() {
  const [channel] = Object.values(socket.channels);
  element('socket-description').textContent = `${socket.info.description} Address: ${channel.address}.`;
  for (const [direction, operation] of Object.entries(socket.operations)) {
    element('messages').append(make('h2', { text: operation.summary }));
    for (const { $ref } of operation.messages) {
      const message = socket.components.messages[nameOf($ref)];
      const schema = message.payload && socket.components.schemas[nameOf(message.payload.$ref)];
      element('messages').append(
        make(
          'details',
          {},
          make(
            'summary',
            {},
            make('span', { class: `method ${direction}`, text: direction === 'receive' ? '→' : '←' }),
            make('span', { class: 'path', text: message.name }),
            make('span', { class: 'summary', text: message.summary ?? '' }),
          ),
          make(
            'div',
            { class: 'inside' },
            schema ? schemaTable(schema) : message.contentType,
            ...(message.examples ?? []).map(({ payload }) => exampleOf(payload)),
          ),
        ),
      );
    }
  }
}

function showSchemas() {
  for (const [name, schema] of Object.entries({ ...socket.components.schemas, ...api.components.schemas })) {
    element('schema-list').append(
      make(
        'details',
        { id: `schema-${name}` },
        make('summary', {}, make('span', { class: 'path', text: name }), make('span', { class: 'summary', text: schema.description ?? '' })),
        make('div', { class: 'inside' }, schemaTable(schema)),
      ),
    );
  }
  for (const [code, { status, title }] of Object.entries(api['x-error-codes'])) {
    element('error-codes').append(
      make('tr', {}, make('td', {}, make('code', { text: code })), make('td', { text: String(status) }), make('td', { text: title })),
    );
  }
}

function showExamples() {
  const base = service.href.replace(/\/$/, '');
  element('version').textContent = api.info.version;
  element('description').textContent = api.info.description;
  element('page-example').textContent = `<script src="${base}/js/service.min.js"></script>
<button onclick="ask()">Ask</button>
<script>
  const session = new ServiceSession({
    host: '${base}',
    audioProfileId: (localStorage.device ??= crypto.randomUUID()),
    // your server gets it from POST /auth/tokens, for whoever is signed in
    refreshToken: async () => (await (await fetch('/my-token', { method: 'POST' })).json()).value,
  });
  async function ask() {
    const query = await session.sendAudioQuery('en-US');
    alert(query.textQuery.text + ' → ' + query.intent);
  }
</script>`;
  element('shell-example').textContent = `# a refresh token for an end-user, from your server
curl ${base}/auth/tokens -H "Authorization: Bearer $ORGANISATION_TOKEN" \\
  -H "Content-Type: application/json" -d '{"uid":"me"}'

# a session token
curl -X POST ${base}/tokens -H "Authorization: Bearer $REFRESH_TOKEN"

# a recording, created and answered in one step
curl ${base}/queries -H "Authorization: Bearer $TOKEN" -H "Transfer-Encoding: chunked" \\
  -H "X-Service-Entity: $(printf '{"locale":"en-US"}' | base64 | tr -d '\\n')" \\
  -H "Content-Type: audio/wav" --data-binary @question.wav`;
}

/** Details that a link leads to are opened. */
function open() {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.tagName === 'DETAILS') target.open = true;
  target?.scrollIntoView();
}

showOperations();
showSocket();
showSchemas();
showExamples();
tryOut({ form: element('try'), anonymous: element('anonymous'), answer: element('answer'), service });
open();
addEventListener('hashchange', open);
