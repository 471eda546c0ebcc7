package tessera.cluster.tls;

import java.io.ByteArrayOutputStream;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.cluster.fixture.TestCertificates;
import tessera.cluster.tls.ServerConnectionReason.CertificatePurpose;
import tessera.model.ProblemException;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PemFileReaderTest {

    private static PrivateKey read(String type, byte[] der) throws ProblemException {
        return PemFileReader.parsePrivateKey(TestCertificates.pem(type, der).getBytes(US_ASCII));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void aKeyInItsStandardEnvelopeIsRead(String algorithm) throws Exception {
        var key = KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();

        assertThat(read("PRIVATE KEY", key.getEncoded())).isEqualTo(key);
    }

    @Test
    void aBareRsaKeyIsRead() throws Exception {
        var key = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
        var encoded = key.getEncoded();

        // The envelope of an RSA key of this size is always 26 bytes.
        assertThat(read("RSA PRIVATE KEY", Arrays.copyOfRange(encoded, 26, encoded.length))).isEqualTo(key);
    }

    @Test
    void aBareKeyOfAnEllipticCurveIsRead() throws Exception {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        var key = (ECPrivateKey) generator.generateKeyPair().getPrivate();
        var number = key.getS().toByteArray();
        var padded = new byte[32];
        int length = Math.min(32, number.length);
        System.arraycopy(number, number.length - length, padded, 32 - length, length);
        var sec1 = new ByteArrayOutputStream();
        sec1.writeBytes(HexFormat.of().parseHex("303102010104" + "20"));
        sec1.writeBytes(padded);
        sec1.writeBytes(HexFormat.of().parseHex("a00a06082a8648ce3d030107"));

        assertThat(((ECPrivateKey) read("EC PRIVATE KEY", sec1.toByteArray())).getS()).isEqualTo(key.getS());
        // As openssl writes it, with the curve before it.
        var pair = TestCertificates.pem("EC PARAMETERS", HexFormat.of().parseHex("06082a8648ce3d030107"))
                + TestCertificates.pem("EC PRIVATE KEY", sec1.toByteArray());
        assertThat(((ECPrivateKey) PemFileReader.parsePrivateKey(pair.getBytes(US_ASCII))).getS())
                .isEqualTo(key.getS());
    }

    @Test
    void aBundleHoldsManyCertificates() throws Exception {
        var certificates = new TestCertificates("ca");
        var bundle = "a comment\n" + certificates.authorityPem()
                + certificates.issue("x", List.of("x"), TestCertificates.Period.NOW).certificatePem();

        assertThat(PemFileReader.parseCertificates(bundle.getBytes(US_ASCII), CertificatePurpose.SYSTEM_BUNDLE))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----", "-----BEGIN CERTIFICATE-----"})
    void whatIsNeitherIsRefusedInWords(String text) {
        assertThatThrownBy(
                () -> PemFileReader.parseCertificates(text.getBytes(US_ASCII), CertificatePurpose.SYSTEM_BUNDLE))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> PemFileReader.parsePrivateKey(text.getBytes(US_ASCII)))
                .isInstanceOf(ProblemException.class);
    }
}
