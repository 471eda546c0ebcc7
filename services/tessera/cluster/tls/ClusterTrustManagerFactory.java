package tessera.cluster.tls;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.CertificateOrKeySource;
import tessera.cluster.tls.ServerConnectionReason.CertificatePurpose;
import tessera.file.SizeLimitedFileReader;
import tessera.model.ProblemException;

/** Factory of trust managers: for the authority a kubeconfig names, or for those this machine trusts. */
public final class ClusterTrustManagerFactory {

    private static final List<Path> BUNDLES = List.of(Path.of("/etc/ssl/certs/ca-certificates.crt"),
            Path.of("/etc/pki/tls/certs/ca-bundle.crt"), Path.of("/etc/ssl/ca-bundle.pem"),
            Path.of("/etc/ssl/cert.pem"));
    private static final List<String> PLATFORM_STORES = List.of("Windows-ROOT", "KeychainStore");

    private ClusterTrustManagerFactory() {}

    /** A certificate that was presented and not accepted. */
    public static final class RejectedCertificateException extends CertificateException {

        @Serial
        private static final long serialVersionUID = 1;

        private final transient X509Certificate certificate;

        RejectedCertificateException(X509Certificate certificate, CertificateException cause) {
            super(cause.getMessage(), cause);
            this.certificate = certificate;
        }

        /** Returns the certificate of the chain that is at fault. */
        public X509Certificate faultyCertificate() {
            return certificate;
        }
    }

    /** Returns a manager that trusts one authority and nothing else. */
    public static X509TrustManager trustOnly(CertificateOrKeySource authority) throws ProblemException {
        try {
            return combineManagers(List.of(
                    managerFor(PemFileReader.parseCertificates(authority.readBytes(), CertificatePurpose.AUTHORITY))));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns a manager that trusts the authorities of Java and of the operating system, where company authorities are installed.
     *
     * @param bundle a file that replaces the operating system's, as {@code SSL_CERT_FILE} does; empty for none
     */
    public static X509TrustManager trustMachine(String bundle) {
        var trusted = new ArrayList<X509TrustManager>();
        try {
            trusted.add(createManager(null));
        } catch (GeneralSecurityException _) {
            // A Java without a store of its own; the operating system's remains.
        }
        var bundles = bundle.isEmpty() ? BUNDLES : List.of(Path.of(bundle));
        bundles.stream().filter(Files::isReadable).findFirst().ifPresent(file -> {
            try {
                trusted.add(managerFor(PemFileReader.parseCertificates(
                        SizeLimitedFileReader.read(file, CertificateOrKeySource.LARGEST),
                        CertificatePurpose.SYSTEM_BUNDLE)));
            } catch (GeneralSecurityException | IOException | ProblemException _) {
                // One source less; a server that needed it is told to be untrusted.
            }
        });
        PLATFORM_STORES.forEach(type -> addPlatformStore(type, trusted));
        return combineManagers(trusted);
    }

    /** Returns a manager that trusts every certificate. */
    public static X509TrustManager trustAnything() {
        return new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
    }

    private static void addPlatformStore(String type, List<X509TrustManager> trusted) {
        try {
            var store = KeyStore.getInstance(type);
            store.load(null, null);
            trusted.add(createManager(store));
        } catch (GeneralSecurityException | IOException _) {
            // Not this operating system.
        }
    }

    private static X509TrustManager managerFor(List<X509Certificate> certificates)
            throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (int i = 0; i < certificates.size(); i++) {
            store.setCertificateEntry("authority-" + i, certificates.get(i));
        }
        return createManager(store);
    }

    private static X509TrustManager createManager(@Nullable KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509TrustManager) factory.getTrustManagers()[0];
    }

    /** Combines managers: each is asked in turn, and a refusal names the certificate at fault. */
    private static X509TrustManager combineManagers(List<X509TrustManager> managers) {
        return new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
                throw new CertificateException("server only");
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
                CertificateException why = new CertificateException("none trusted");
                for (var manager : managers) {
                    try {
                        manager.checkServerTrusted(chain, type);
                        return;
                    } catch (CertificateException e) {
                        why = e;
                    }
                }
                throw new RejectedCertificateException(findFaultyCertificate(chain), why);
            }

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return managers.stream().flatMap(manager -> Arrays.stream(manager.getAcceptedIssuers()))
                        .toArray(X509Certificate[]::new);
            }
        };
    }

    private static X509Certificate findFaultyCertificate(X509Certificate[] chain) {
        for (var certificate : chain) {
            try {
                certificate.checkValidity();
            } catch (CertificateException _) {
                return certificate;
            }
        }
        return chain[0];
    }
}
