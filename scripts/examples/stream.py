"""Streams a WAV file, or raw 16-bit audio at 16 kHz, over HTTP in the time it takes to say it, and prints the answer as
soon as it is there, which is when the speaker stops. Needs nothing but Python 3.8 or newer.

    python3 scripts/examples/stream.py REFRESH_TOKEN question.wav
    arecord -q -f S16_LE -r 16000 -t raw | python3 scripts/examples/stream.py REFRESH_TOKEN - [ADDRESS]
"""
import base64, http.client, json, select, ssl, sys, time
from urllib.parse import urlsplit

CHUNK_SECONDS = 0.1


def connect(address):
    if address.scheme == 'http':
        return http.client.HTTPConnection(address.hostname, address.port, timeout=30)
    context = ssl.create_default_context()  # SSL_CERT_FILE names a certificate of your own
    context.maximum_version = ssl.TLSVersion.TLSv1_2  # 1.3 sends tickets, which would look like an answer
    return http.client.HTTPSConnection(address.hostname, address.port, timeout=30, context=context)


def read(response):
    answer = json.loads(response.read())
    if response.status >= 400:
        sys.exit(answer.get('detail', response.reason))
    return answer


def session_token(address, refresh_token):
    connection = connect(address)
    connection.request('POST', address.path + '/tokens', headers={'Authorization': f'Bearer {refresh_token}'})
    return read(connection.getresponse())['token']


def ask(address, token, source):
    head = source.read(44)
    is_wav = head[:4] == b'RIFF'
    bytes_per_second = int.from_bytes(head[28:32], 'little') if is_wav else 32000
    connection = connect(address)
    connection.putrequest('POST', address.path + '/queries')
    connection.putheader('Authorization', f'Bearer {token}')
    connection.putheader('Content-Type', 'audio/wav' if is_wav else 'audio/pcm;bits=16;rate=16000')
    connection.putheader('Transfer-Encoding', 'chunked')
    connection.putheader('X-Service-Entity', base64.b64encode(b'{"locale":"en-US"}').decode())
    connection.putheader('X-Service-Ignore-Vad', 'false')  # answer at the end of speech, not of the upload
    connection.endheaders()
    due, chunk = time.monotonic(), head
    while chunk:
        connection.send(b'%x\r\n%b\r\n' % (len(chunk), chunk))
        due += CHUNK_SECONDS
        # Once the answer is there, the service takes no more for long: stop sending and read it.
        if select.select([connection.sock], [], [], max(0, due - time.monotonic()))[0]:
            break
        chunk = source.read(int(bytes_per_second * CHUNK_SECONDS))
    else:
        connection.send(b'0\r\n\r\n')
    return read(connection.getresponse())


if not 3 <= len(sys.argv) <= 4:
    sys.exit('Usage: stream.py REFRESH_TOKEN FILE|- [ADDRESS]; a token is printed by: npx earshot tokens issue --uid me')
ADDRESS = urlsplit((sys.argv[3] if len(sys.argv) == 4 else 'http://127.0.0.1:8080').rstrip('/'))
try:
    with sys.stdin.buffer if sys.argv[2] == '-' else open(sys.argv[2], 'rb') as audio:
        query = ask(ADDRESS, session_token(ADDRESS, sys.argv[1]), audio)
    print(f"{query['textQuery']['text']}\n{query['intent']}: {query['reply']['text']}")
except FileNotFoundError:
    sys.exit(f'There is no file {sys.argv[2]}')
except ssl.SSLCertVerificationError as error:
    sys.exit(f'{error.verify_message}: let SSL_CERT_FILE name the certificate to trust, such as data/tls/authority.pem')
except (OSError, http.client.HTTPException) as error:
    sys.exit(f'No answer from {ADDRESS.geturl()}: {error}')
