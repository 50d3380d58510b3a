// Shows openapi.json and asyncapi.json. Nothing here is written about an operation by hand: edit the schemas instead.
import { exampleOf, make, path } from './markup.js';
import { describeOperation } from './operation.js';
import { nameOf, schemaTable } from './schema-table.js';
import { tryOut } from './try-out.js';

const service = new URL('..', location.href);
const element = (id) => document.getElementById(id);

const load = async (name) => (await fetch(new URL(name, service))).json();
const [api, socket] = await Promise.all([load('openapi.json'), load('asyncapi.json')]);

function showOperations() {
  const contents = [contentsEntry('start', 'Start')];
  for (const tag of api.tags) {
    const section = make('section', { id: tag.name }, make('h1', { text: tag.name }));
    if (tag.description) section.append(make('p', { class: 'lead', text: tag.description }));
    const entries = [];
    for (const [address, methods] of Object.entries(api.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (!operation.tags.includes(tag.name)) continue;
        section.append(describeOperation(api, address, method, operation));
        const alone = /^\/conversations\/\{\w+\}(\/queries.*)/.exec(address)?.[1];
        if (api.paths[alone]?.[method]) continue; // the same, within a conversation
        const link = make(
          'a',
          { href: `#${operation.operationId}`, title: operation.summary },
          `${method.toUpperCase()} `,
          path(address),
        );
        entries.push(make('li', {}, link));
      }
    }
    element('operations').append(section);
    contents.push(contentsEntry(tag.name, tag.name, entries));
  }
  contents.push(
    contentsEntry('websocket', 'WebSocket'),
    contentsEntry('errors', 'Errors'),
    contentsEntry('schemas', 'Schemas'),
  );
  element('contents').append(...contents);
}

function contentsEntry(id, text, entries = []) {
  return make(
    'li',
    {},
    make('a', { href: `#${id}`, text }),
    entries.length ? make('ul', {}, ...entries) : '',
  );
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
        make(
          'summary',
          {},
          make('span', { class: 'path', text: name }),
          make('span', { class: 'summary', text: schema.description ?? '' }),
        ),
        make('div', { class: 'inside' }, schemaTable(schema)),
      ),
    );
  }
  for (const [code, { status, title }] of Object.entries(api['x-error-codes'])) {
    element('error-codes').append(
      make(
        'tr',
        {},
        make('td', {}, make('code', { text: code })),
        make('td', { text: String(status) }),
        make('td', { text: title }),
      ),
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
tryOut({ form: element('try'), answer: element('answer'), service });
open();
addEventListener('hashchange', open);
