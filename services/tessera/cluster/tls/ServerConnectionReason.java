package tessera.cluster.tls;

import java.time.Instant;
import tessera.text.Reason;

/** A reason why a server cannot be reached, or is not trusted with a login. */
public sealed interface ServerConnectionReason extends Reason {

    /** Returns whether the remedy is a change of the kubeconfig. */
    default boolean isRemediedInKubeconfig() {
        return this instanceof ServerCertificateUntrusted || this instanceof ServerCertificateNameMismatch
                || this instanceof ClientCertificateDenied || this instanceof ProxyTunnelDenied;
    }

    /** The server, and the proxy on the way to it; empty without one. */
    record ServerRoute(String server, String proxy) implements ServerConnectionReason {}

    /** The server's name is not known to DNS. */
    record ServerNameUnresolved(ServerRoute route) implements ServerConnectionReason {}

    /** No network leads to the server. */
    record ServerUnroutable(ServerRoute route) implements ServerConnectionReason {}

    /** Connections to the server are refused. */
    record ServerUnreachable(ServerRoute route) implements ServerConnectionReason {}

    /** The server did not answer in time. */
    record ServerTimedOut(ServerRoute route, long seconds) implements ServerConnectionReason {}

    /** The server speaks another protocol. */
    record ServerNotHttp(ServerRoute route) implements ServerConnectionReason {}

    /** The server does not encrypt. */
    record ServerNotTls(String server) implements ServerConnectionReason {}

    /** The handshake failed. */
    record TlsHandshakeFailed(ServerRoute route) implements ServerConnectionReason {}

    /** The connection ended too early. */
    record ServerConnectionLost(ServerRoute route) implements ServerConnectionReason {}

    /** The client ended a connection without traffic. */
    record IdleConnectionClosed(ServerRoute route) implements ServerConnectionReason {}

    /** The proxy does not open a tunnel to the server. */
    record ProxyTunnelDenied(String proxy, String server) implements ServerConnectionReason {}

    /** The server's certificate has expired. */
    record ServerCertificateExpired(String subject, String server,
            Instant notAfter) implements ServerConnectionReason {}

    /** The server's certificate is not valid yet. */
    record ServerCertificateNotYetValid(String subject, String server,
            Instant notBefore) implements ServerConnectionReason {}

    /** The server's certificate is signed by an authority that is not trusted. */
    record ServerCertificateUntrusted(String subject, String server, String issuer) implements ServerConnectionReason {}

    /** The server's certificate is for other names. */
    record ServerCertificateNameMismatch(String server, String names) implements ServerConnectionReason {}

    /** The server does not accept the client's certificate. */
    record ClientCertificateDenied(String server) implements ServerConnectionReason {}

    /** A login would be sent without encryption. */
    record PlaintextLogin(String host, String option) implements ServerConnectionReason {}

    /** The proxy's address cannot be used; from the kubeconfig where it is from no variable. */
    record ProxyAddressInvalid(String variable, ProxyAddressFault fault) implements ServerConnectionReason {}

    /** A fault of a proxy's address. */
    enum ProxyAddressFault implements ServerConnectionReason {
        NO_URL,
        NO_HOST,
        SOCKS_PASSWORD,
        UNSUPPORTED_SCHEME
    }

    /** A certificate is malformed. */
    record CertificateMalformed(CertificatePurpose purpose) implements ServerConnectionReason {}

    /** A file holds no certificate. */
    record CertificateMissing(CertificatePurpose purpose) implements ServerConnectionReason {}

    /** The purpose of a certificate. */
    enum CertificatePurpose implements ServerConnectionReason {
        AUTHORITY,
        SYSTEM_BUNDLE,
        CLIENT
    }

    /** The client key is malformed. */
    record ClientKeyMalformed() implements ServerConnectionReason {}

    /** The client key is missing or encrypted. */
    record ClientKeyMissing() implements ServerConnectionReason {}
}
