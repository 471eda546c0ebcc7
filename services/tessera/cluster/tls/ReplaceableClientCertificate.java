package tessera.cluster.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** The client certificate that new connections present; it can be replaced while in use. */
public final class ReplaceableClientCertificate extends X509ExtendedKeyManager {

    private static final String ALIAS = "client";

    private volatile @Nullable ClientCertificateIdentity current;

    /** Replaces the current identity; null for none. Returns whether connections with an older one exist. */
    public synchronized boolean replace(@Nullable ClientCertificateIdentity next) {
        var before = current;
        current = next;
        return before != null && !Objects.equals(before, next);
    }

    private @Nullable String currentAlias() {
        return current == null ? null : ALIAS;
    }

    @Override
    public @Nullable String chooseClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return currentAlias();
    }

    @Override
    public @Nullable String chooseEngineClientAlias(String[] types, Principal @Nullable [] issuers,
            @Nullable SSLEngine engine) {
        return currentAlias();
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        var identity = current;
        return identity == null ? null : identity.certificateChain();
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        var identity = current;
        return identity == null ? null : identity.privateKey();
    }

    @Override
    public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
        var alias = currentAlias();
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
