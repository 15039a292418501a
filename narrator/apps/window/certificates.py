"""The family's own certificate authority, and the server certificates that it signs, so that phones can use HTTPS.

The authority is created when it is first needed and kept in the family's data folder, because each phone has to install
its certificate once. Its key is readable by the owner only. Its name constraints allow private addresses and names that
end in `.local` and nothing else, so that a stolen key could not be used to imitate a web site.
"""

import re
import socket
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from narrator.apps.window.certificate_files import AUTHORITY_FILE, SERVER_FILE
from narrator.apps.window.network import HOME_NETWORKS, LOOPBACK_NETWORK
from narrator.apps.window.server import Certificate
from narrator.core.errors import StorageError
from narrator.storage.disk import make_private_folder, restrict_file, write_atomically

AUTHORITY_DAYS = 3650
SERVER_DAYS = 397
"""Phones refuse certificates that are valid for much longer."""
RENEWAL_DAYS = 30
"""A certificate that ends sooner is replaced."""
CLOCK_TOLERANCE = timedelta(days=1)
"""For phones whose clock is slow."""
LOCAL_DOMAIN = "local"
FALLBACK_NAME = "narrator"
TLS_SERVER = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
NAME_CONSTRAINTS = x509.NameConstraints(
    [x509.DNSName(LOCAL_DOMAIN), *(x509.IPAddress(network) for network in (*HOME_NETWORKS, LOOPBACK_NETWORK))], None
)


class AuthorityDamaged(StorageError):
    """The file of the certificate authority cannot be read."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"The certificates for --tls cannot be read ({file}). `narrator setup --forget-tls` deletes them; then "
            "each phone has to install a new one."
        )


class SignedKey(NamedTuple):
    """A key and its certificate."""

    key: EllipticCurvePrivateKey
    certificate: x509.Certificate


class CertificateAuthority:
    """The certificate authority in one folder."""

    def __init__(self, folder: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Load the authority. Create it if there is none yet, or if it ends soon.

        Raise `AuthorityDamaged` if it cannot be read, and `OSError` if it cannot be written.
        """
        self._folder, self._clock = folder, clock
        make_private_folder(folder)
        file = folder / AUTHORITY_FILE
        if file.exists():
            restrict_file(file)
            self._own = read_signed_key(file)
        if not file.exists() or self._ends_soon(self.certificate):
            self._own = self._create()
            write_atomically(file, encode(self._own))

    @property
    def certificate(self) -> x509.Certificate:
        return self._own.certificate

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self.certificate)

    def certify(self, address: str) -> Certificate:
        """Return a certificate for this address and this computer's `.local` name; a new one only if needed."""
        file, name = self._folder / SERVER_FILE, local_name(socket.gethostname())
        if not self._is_current(file, address, name):
            signed = self.sign(x509.IPAddress(IPv4Address(address)), x509.DNSName(name))
            write_atomically(file, encode(signed))
        return Certificate(file, name, self.certificate.public_bytes(Encoding.DER), self.fingerprint)

    def sign(self, *names: x509.GeneralName) -> SignedKey:
        """Return a server certificate for these names. Clients refuse it if the name constraints do not allow them."""
        key = generate_private_key(SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Narrator")])
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._own.key.public_key())
        certificate = (
            self._begin(subject, key, min(self._clock() + timedelta(days=SERVER_DAYS), self.expires))
            .issuer_name(self.certificate.subject)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(key_usage(signs_certificates=False), critical=True)
            .add_extension(issuer, critical=False)
            .sign(self._own.key, SHA256())
        )
        return SignedKey(key, certificate)

    @property
    def expires(self) -> datetime:
        return self.certificate.not_valid_after_utc

    def _create(self) -> SignedKey:
        key = generate_private_key(SECP256R1())
        computer = local_name(socket.gethostname()).removesuffix(f".{LOCAL_DOMAIN}")
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Narrator on {computer}"[:64])])
        certificate = (
            self._begin(subject, key, self._clock() + timedelta(days=AUTHORITY_DAYS))
            .issuer_name(subject)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(key_usage(signs_certificates=True), critical=True)
            .add_extension(NAME_CONSTRAINTS, critical=True)
            .sign(key, SHA256())
        )
        return SignedKey(key, certificate)

    def _begin(self, subject: x509.Name, key: EllipticCurvePrivateKey, expires: datetime) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(self._clock() - CLOCK_TOLERANCE)
            .not_valid_after(expires)
            .add_extension(TLS_SERVER, critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        )

    def _is_current(self, file: Path, address: str, name: str) -> bool:
        """Return whether the stored server certificate is from this authority, for these names, and valid for long."""
        try:
            certificate = read_signed_key(file).certificate
            certificate.verify_directly_issued_by(self.certificate)
            names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (AuthorityDamaged, ValueError, InvalidSignature, x509.ExtensionNotFound):
            return False
        return (
            names.get_values_for_type(x509.IPAddress) == [IPv4Address(address)]
            and names.get_values_for_type(x509.DNSName) == [name]
            and not self._ends_soon(certificate)
        )

    def _ends_soon(self, certificate: x509.Certificate) -> bool:
        return certificate.not_valid_after_utc - self._clock() < timedelta(days=RENEWAL_DAYS)


def describe_authority(file: Path) -> str:
    """Return a sentence about the certificate authority in this file. Raise `AuthorityDamaged` if it is damaged."""
    certificate = read_signed_key(file).certificate
    until = certificate.not_valid_after_utc.date().isoformat()
    return f"the certificate in {file} is valid until {until}. Its fingerprint is {fingerprint_of(certificate)}."


def fingerprint_of(certificate: x509.Certificate) -> str:
    """Return the SHA-256 fingerprint, as phones show it."""
    return certificate.fingerprint(SHA256()).hex(":").upper()


def local_name(host: str) -> str:
    """Return the name under which other devices find this computer without a name server."""
    label = re.sub(r"[^a-z0-9-]", "", host.partition(".")[0].lower()).strip("-")[:63]
    return f"{label or FALLBACK_NAME}.{LOCAL_DOMAIN}"


def key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def encode(signed: SignedKey) -> bytes:
    key = signed.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return key + signed.certificate.public_bytes(Encoding.PEM)


def read_signed_key(file: Path) -> SignedKey:
    """Read a key and its certificate. Raise `AuthorityDamaged` if that is not what the file contains."""
    try:
        contents = file.read_bytes()
        key = load_pem_private_key(contents, None)
        certificate = x509.load_pem_x509_certificate(contents)
    except (OSError, ValueError, TypeError) as error:
        raise AuthorityDamaged(file) from error
    if not isinstance(key, EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise AuthorityDamaged(file)
    return SignedKey(key, certificate)
