package tessera.cluster.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import tessera.cluster.tls.ServerConnectionReason.CertificatePurpose;
import tessera.file.DerEncoder;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** Reader of certificates and private keys in all common PEM forms. */
public final class PemFileReader {

    private static final Pattern BLOCK = Pattern
            .compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*+)-----END \\1-----");
    private static final byte[] RSA = hexBytes("300d06092a864886f70d0101010500");
    private static final byte[] EC_KEY = hexBytes("06072a8648ce3d0201");
    private static final byte[] VERSION_0 = hexBytes("020100");
    private static final int FIRST_PART = 0xa0;

    private PemFileReader() {}

    /**
     * Returns all certificates of a bundle.
     *
     * @param purpose what they are for, for the failure
     */
    public static List<X509Certificate> parseCertificates(byte[] pem, CertificatePurpose purpose)
            throws ProblemException {
        var certificates = new ArrayList<X509Certificate>();
        var blocks = BLOCK.matcher(new String(pem, StandardCharsets.ISO_8859_1));
        try {
            while (blocks.find()) {
                if (blocks.group(1).endsWith("CERTIFICATE")) {
                    certificates.add(decodeCertificate(Base64.getMimeDecoder().decode(blocks.group(2))));
                }
            }
        } catch (CertificateException | IllegalArgumentException e) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new ServerConnectionReason.CertificateMalformed(purpose), e);
        }
        if (certificates.isEmpty()) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new ServerConnectionReason.CertificateMissing(purpose));
        }
        return certificates;
    }

    /** Returns the first private key: PKCS #8, PKCS #1 (RSA) or SEC 1 (elliptic curves), not encrypted. */
    public static PrivateKey parsePrivateKey(byte[] pem) throws ProblemException {
        var blocks = BLOCK.matcher(new String(pem, StandardCharsets.ISO_8859_1));
        try {
            while (blocks.find()) {
                var der = Base64.getMimeDecoder().decode(blocks.group(2));
                switch (blocks.group(1)) {
                    case "PRIVATE KEY" -> {
                        return decodeKey(der);
                    }
                    case "RSA PRIVATE KEY" -> {
                        return decodeKey(wrapPkcs8(RSA, der));
                    }
                    case "EC PRIVATE KEY" -> {
                        return decodeKey(wrapPkcs8(DerEncoder.sequence(EC_KEY, readCurveId(der)), der));
                    }
                    default -> {
                        // Parameters and certificates may stand beside the key.
                    }
                }
            }
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new ServerConnectionReason.ClientKeyMalformed(), e);
        }
        throw new ProblemException(OperationProblemKind.CONFIGURATION, new ServerConnectionReason.ClientKeyMissing());
    }

    private static X509Certificate decodeCertificate(byte[] der) throws CertificateException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(der));
    }

    private static PrivateKey decodeKey(byte[] pkcs8) throws GeneralSecurityException {
        var spec = new PKCS8EncodedKeySpec(pkcs8);
        GeneralSecurityException last = new GeneralSecurityException("no algorithm");
        for (var algorithm : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (GeneralSecurityException e) {
                last = e;
            }
        }
        throw last;
    }

    /** Wraps a bare key in the PKCS #8 structure that Java reads. */
    private static byte[] wrapPkcs8(byte[] algorithm, byte[] key) {
        return DerEncoder.sequence(VERSION_0, algorithm, DerEncoder.octetString(key));
    }

    /** Returns the curve's identifier from a SEC 1 key: version, key, and then the content of part [0]. */
    private static byte[] readCurveId(byte[] sec1) {
        int at = sec1[1] < 0 ? 2 + (sec1[1] & 0x7f) : 2;
        at += 2 + sec1[at + 1];
        at += 2 + sec1[at + 1];
        if ((sec1[at] & 0xff) != FIRST_PART) {
            throw new IllegalArgumentException("curve missing");
        }
        return Arrays.copyOfRange(sec1, at + 2, at + 2 + sec1[at + 1]);
    }

    private static byte[] hexBytes(String digits) {
        return HexFormat.of().parseHex(digits);
    }
}
