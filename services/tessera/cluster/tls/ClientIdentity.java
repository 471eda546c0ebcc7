package tessera.cluster.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import tessera.model.Failure;

/** A client certificate and the key that proves it. Two of the same certificate are equal; neither prints. */
public final class ClientIdentity {

    private final List<X509Certificate> chain;
    private final PrivateKey key;

    private ClientIdentity(List<X509Certificate> chain, PrivateKey key) {
        this.chain = chain;
        this.key = key;
    }

    /** From a certificate chain and a private key, both in PEM. */
    public static ClientIdentity of(byte[] certificate, byte[] key) throws Failure {
        return new ClientIdentity(PemFiles.certificates(certificate, "client certificate"), PemFiles.privateKey(key));
    }

    X509Certificate[] chain() {
        return chain.toArray(X509Certificate[]::new);
    }

    PrivateKey key() {
        return key;
    }

    /** The certificate itself, for telling when it ends. */
    public X509Certificate certificate() {
        return chain.getFirst();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClientIdentity that && that.chain.equals(chain);
    }

    @Override
    public int hashCode() {
        return chain.hashCode();
    }

    @Override
    public String toString() {
        return "(client certificate)";
    }
}
