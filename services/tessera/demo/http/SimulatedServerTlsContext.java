package tessera.demo.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import tessera.file.DerEncoder;

/**
 * The TLS context of a server, and the certificate that its clients must trust.
 *
 * @param certificate that signed the server's, as PEM
 */
public record SimulatedServerTlsContext(SSLContext context, String certificate) {

    private static final byte[] ECDSA_SHA256 = DerEncoder
            .sequence(DerEncoder.objectIdentifier(1, 2, 840, 10045, 4, 3, 2));
    private static final Duration LIFE = Duration.ofDays(3650);

    /** Creates a new key and a self-signed certificate for the loopback address. */
    public static SimulatedServerTlsContext selfSigned() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            var keys = generator.generateKeyPair();
            var encoded = newCertificate(keys, Instant.now());
            var certificate = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(encoded));
            return new SimulatedServerTlsContext(newContext(keys, certificate), pemText(encoded));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every JDK has elliptic curves and X.509", e);
        }
    }

    private static byte[] newCertificate(KeyPair keys, Instant now) throws GeneralSecurityException {
        var name = DerEncoder.sequence(DerEncoder
                .set(DerEncoder.sequence(DerEncoder.objectIdentifier(2, 5, 4, 3), DerEncoder.utf8Text("demo"))));
        var validity = DerEncoder.sequence(DerEncoder.generalizedTime(now.minus(LIFE)),
                DerEncoder.generalizedTime(now.plus(LIFE)));
        var version3 = DerEncoder.taggedValue(0, true, DerEncoder.integer(BigInteger.TWO));
        var content = DerEncoder.sequence(version3, DerEncoder.integer(BigInteger.valueOf(now.toEpochMilli())),
                ECDSA_SHA256, name, validity, name, keys.getPublic().getEncoded(),
                DerEncoder.taggedValue(3, true, encodeExtensions()));
        var signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(content);
        return DerEncoder.sequence(content, ECDSA_SHA256, DerEncoder.bitString(signature.sign()));
    }

    private static byte[] encodeExtensions() {
        var names = DerEncoder.sequence(
                DerEncoder.taggedValue(2, false, "localhost".getBytes(StandardCharsets.US_ASCII)),
                DerEncoder.taggedValue(7, false, new byte[] {127, 0, 0, 1}));
        var alternativeNames = DerEncoder.sequence(DerEncoder.objectIdentifier(2, 5, 29, 17),
                DerEncoder.octetString(names));
        var authority = DerEncoder.sequence(DerEncoder.objectIdentifier(2, 5, 29, 19), DerEncoder.trueValue(),
                DerEncoder.octetString(DerEncoder.sequence(DerEncoder.trueValue())));
        return DerEncoder.sequence(authority, alternativeNames);
    }

    private static SSLContext newContext(KeyPair keys, Certificate certificate)
            throws GeneralSecurityException, IOException {
        // The newer format would derive a key from the empty password twice, 50 ms each, for a store that no file ever holds.
        var store = KeyStore.getInstance("JKS");
        store.load(null, null);
        store.setKeyEntry("demo", keys.getPrivate(), new char[0], new Certificate[] {certificate});
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, new char[0]);
        var context = SSLContext.getInstance("TLS");
        // No client shows a certificate; without this, all authorities that Java trusts would be read.
        context.init(managers.getKeyManagers(), new TrustManager[0], null);
        return context;
    }

    private static String pemText(byte[] certificate) {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate);
        return "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n";
    }
}
