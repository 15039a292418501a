"""Phones over HTTPS: the family's certificate authority, what it may sign, and the plain page that explains it."""

import os
import socket
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from cryptography import x509

from narrator.apps.commands.doctor import Status, check_tls
from narrator.apps.window import connection_limits
from narrator.apps.window.certificate_files import AUTHORITY_FILE, certificate_folder, forget_certificates
from narrator.apps.window.certificates import AuthorityDamaged, CertificateAuthority, encode, local_name
from tests.apps.window.window_session import PHONE_ADDRESS, PICTURES, WebClient, WindowSession, open_window_session

HOME_ADDRESS = "192.168.1.20"


@pytest.fixture
def authority(tmp_path: Path) -> CertificateAuthority:
    return CertificateAuthority(tmp_path / "tls")


@pytest.fixture
def encrypted(tmp_path: Path, authority: CertificateAuthority) -> Iterator[WindowSession]:
    with open_window_session(tmp_path, PICTURES, phones=True, certify=authority.certify) as session:
        yield session


def trusting(authority: CertificateAuthority) -> ssl.SSLContext:
    """Return what a phone uses that has installed the certificate of this authority, and no other."""
    return ssl.create_default_context(cadata=authority.certify(PHONE_ADDRESS).authority)


def shake_hands(authority: CertificateAuthority, file: Path, host: str) -> None:
    """Connect to a server with this certificate under this name. Raise an error if the certificate is refused."""
    server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_context.load_cert_chain(file)
    ours, theirs = socket.socketpair()

    def serve() -> None:
        with closing(theirs), suppress(OSError):  # when the client refuses the certificate
            server_context.wrap_socket(theirs, server_side=True).recv(1)

    thread = Thread(target=serve)
    thread.start()
    try:
        with closing(ours):
            trusting(authority).wrap_socket(ours, server_hostname=host).close()
    finally:
        thread.join()


# --- certificates --------------------------------------------------------------------------------


def test_certificate_is_valid_for_the_address_and_the_local_name(authority: CertificateAuthority) -> None:
    certificate = authority.certify(HOME_ADDRESS)
    shake_hands(authority, certificate.file, HOME_ADDRESS)
    shake_hands(authority, certificate.file, local_name(socket.gethostname()))


@pytest.mark.parametrize("host", ["192.168.1.21", "other.local", "example.com"])
def test_certificate_is_refused_for_another_host(authority: CertificateAuthority, host: str) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(authority, authority.certify(HOME_ADDRESS).file, host)


@pytest.mark.parametrize(
    ("name", "host"),
    [
        (x509.DNSName("example.com"), "example.com"),
        (x509.DNSName("notlocal"), "notlocal"),
        (x509.IPAddress(IPv4Address("8.8.8.8")), "8.8.8.8"),
        (x509.IPAddress(IPv6Address("2001:db8::1")), "2001:db8::1"),
    ],
)
def test_authority_cannot_vouch_for_the_internet(
    authority: CertificateAuthority, tmp_path: Path, name: x509.GeneralName, host: str
) -> None:
    forged = tmp_path / "forged.pem"
    forged.write_bytes(encode(authority.sign(name)))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shake_hands(authority, forged, host)


def test_certificate_of_another_family_is_refused(authority: CertificateAuthority, tmp_path: Path) -> None:
    other = CertificateAuthority(tmp_path / "other")
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(authority, other.certify(HOME_ADDRESS).file, HOME_ADDRESS)


def test_authority_stays_and_the_certificate_is_renewed_only_when_needed(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    first = CertificateAuthority(tmp_path)
    file = first.certify(HOME_ADDRESS).file
    stored = file.read_bytes()

    def certify(days: int, address: str) -> bytes:
        later = CertificateAuthority(tmp_path, lambda: now + timedelta(days=days))
        assert later.fingerprint == first.fingerprint
        return later.certify(address).file.read_bytes()

    assert certify(300, HOME_ADDRESS) == stored
    assert certify(0, "192.168.1.21") != stored
    assert certify(0, HOME_ADDRESS) != stored
    stored = file.read_bytes()
    assert certify(380, HOME_ADDRESS) != stored
    assert CertificateAuthority(tmp_path, lambda: now + timedelta(days=3649)).fingerprint != first.fingerprint


def test_damaged_server_certificate_is_replaced(authority: CertificateAuthority) -> None:
    file = authority.certify(HOME_ADDRESS).file
    file.write_bytes(file.read_bytes()[:-100])
    shake_hands(authority, authority.certify(HOME_ADDRESS).file, HOME_ADDRESS)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_keys_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    CertificateAuthority(tmp_path / "tls").certify(HOME_ADDRESS)
    for file in (tmp_path / "tls").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    (tmp_path / "tls" / AUTHORITY_FILE).chmod(0o644)
    CertificateAuthority(tmp_path / "tls")
    assert stat.S_IMODE((tmp_path / "tls" / AUTHORITY_FILE).stat().st_mode) == 0o600


def test_damaged_authority_is_reported_and_never_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    assert "not used yet" in check_tls().said
    fingerprint = CertificateAuthority(certificate_folder()).fingerprint
    assert fingerprint in check_tls().said
    file = certificate_folder() / AUTHORITY_FILE
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(AuthorityDamaged, match="--forget-tls"):
        CertificateAuthority(certificate_folder())
    assert check_tls().works is Status.SO_SO
    assert check_tls().mend == "narrator setup --forget-tls"
    assert forget_certificates()
    assert not forget_certificates()
    assert CertificateAuthority(certificate_folder()).fingerprint != fingerprint


@pytest.mark.parametrize(
    ("host", "name"),
    [("Omas-PC", "omas-pc.local"), ("mac.fritz.box", "mac.local"), ("Büro ", "bro.local"), ("", "narrator.local")],
)
def test_local_name_of_a_computer(host: str, name: str) -> None:
    assert local_name(host) == name


# --- the server ----------------------------------------------------------------------------------


def test_phone_plays_over_https_with_a_secure_cookie(encrypted: WindowSession, authority: CertificateAuthority) -> None:
    phone = encrypted.phone("Lily", trusting(authority))
    assert "Secure" in phone.set_cookie
    phone.open().wait_for_page(lambda page: page["slots"])
    phone.send(kind="choose", values={"card": 2, "clue": "a quiet storm"})
    phone.wait_for_page(lambda page: not page["slots"])
    phone.close()


def test_phone_without_the_certificate_refuses_the_server(encrypted: WindowSession) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        encrypted.phone("Lily", ssl.create_default_context())


def test_server_is_refused_under_a_name_that_it_does_not_have(
    encrypted: WindowSession, authority: CertificateAuthority
) -> None:
    address = urlsplit(encrypted.phone_address)
    with (
        socket.create_connection((address.hostname, address.port), 5) as connection,
        pytest.raises(ssl.SSLCertVerificationError),
    ):
        trusting(authority).wrap_socket(connection, server_hostname="example.local")


def test_plain_address_explains_the_certificate_and_has_nothing_of_the_game(
    encrypted: WindowSession, authority: CertificateAuthority
) -> None:
    server = encrypted.window._server
    plain, secure = server.addresses[1:]
    assert server.join_address == f"{plain}/trust"
    assert (urlsplit(plain).scheme, urlsplit(secure).scheme) == ("http", "https")
    client = WebClient(plain, encrypted.window._keys.table_invitation.key, "Lily")
    assert client.joined == 405
    assert client.set_cookie == ""
    status, headers, body = client.request("GET", "/trust")
    assert status == 200
    assert f"connect-src {secure};" in headers["content-security-policy"]
    assert authority.fingerprint.replace(":", " ") in body.decode()
    assert f'href="{secure}/join"' in body.decode()
    for path in ("/narrator.crt", "/download/narrator.crt"):
        assert client.request("GET", path)[2] == authority.certify(PHONE_ADDRESS).authority
    for path in ("/", "/join"):
        status, headers, _ = client.request("GET", path)
        assert (status, headers["location"]) == (303, "/trust")
    for path in ("/code", "/live", "/art/x.svg", "/library", "/sound/x"):
        assert client.request("GET", path)[0] == 404
    assert client.request("GET", "/trust", Host="evil.example")[0] == 421


def test_only_the_trust_page_may_ask_whether_a_phone_trusts(
    encrypted: WindowSession, authority: CertificateAuthority
) -> None:
    plain = encrypted.window._server.addresses[1]
    client = encrypted.phone("Lily", trusting(authority))
    status, headers, _ = client.request("GET", "/trusted", Origin="http://evil.example")
    assert (status, headers["access-control-allow-origin"]) == (204, plain)


def test_plain_http_stays_the_default(pictures: WindowSession) -> None:
    assert pictures.phone_address.startswith("http://")
    assert pictures.window._server.join_address == f"{pictures.phone_address}/join"
    assert "Secure" not in pictures.phone("Lily").set_cookie


def test_connection_without_a_handshake_is_closed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, authority: CertificateAuthority
) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_TIMEOUT_S", 0.2)
    with open_window_session(tmp_path, PICTURES, phones=True, certify=authority.certify) as session:
        address = urlsplit(session.phone_address)
        with socket.create_connection((address.hostname, address.port), 10) as silent:
            assert silent.recv(1) == b""
        assert session.phone("Lily", trusting(authority)).joined == 204


def test_missing_packages_are_named_with_the_command(tmp_path: Path) -> None:
    program = "import sys; sys.modules['cryptography'] = None; from narrator.apps.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "play", "dixit", "--privacy", "phones", "--tls", "--players", "A, B, C"]
    done = subprocess.run(
        command,
        check=False,
        env={**os.environ, "NARRATOR_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "encrypted connection" in done.stderr
    assert "[tls]" in done.stderr
    assert "Traceback" not in done.stderr
