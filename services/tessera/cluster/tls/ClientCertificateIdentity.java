package tessera.cluster.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import tessera.cluster.tls.ServerConnectionReason.CertificatePurpose;
import tessera.model.ProblemException;

/** A client certificate and its private key. Two of the same certificate are equal; neither prints. */
public final class ClientCertificateIdentity {

    private final List<X509Certificate> chain;
    private final PrivateKey key;

    private ClientCertificateIdentity(List<X509Certificate> chain, PrivateKey key) {
        this.chain = chain;
        this.key = key;
    }

    /** Parses a certificate chain and a private key, both in PEM. */
    public static ClientCertificateIdentity fromPem(byte[] certificate, byte[] key) throws ProblemException {
        return new ClientCertificateIdentity(PemFileReader.parseCertificates(certificate, CertificatePurpose.CLIENT),
                PemFileReader.parsePrivateKey(key));
    }

    X509Certificate[] certificateChain() {
        return chain.toArray(X509Certificate[]::new);
    }

    PrivateKey privateKey() {
        return key;
    }

    /** Returns the client's own certificate, for its expiry date. */
    public X509Certificate leafCertificate() {
        return chain.getFirst();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClientCertificateIdentity that && that.chain.equals(chain);
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
