package tessera.cluster.tls;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.TestCertificates;
import tessera.cluster.kubeconfig.CertificateOrKeySource.InlineCertificate;
import tessera.cluster.kubeconfig.SecretText;
import tessera.model.ProblemException;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ClusterTrustManagerFactoryTest {

    private static InlineCertificate authority(String pem) {
        return new InlineCertificate(new SecretText(Base64.getEncoder().encodeToString(pem.getBytes(UTF_8))));
    }

    @Test
    void theAuthorityThatIsNamedIsTheOnlyOne() throws Exception {
        var trust = ClusterTrustManagerFactory.trustOnly(authority(new TestCertificates("own").authorityPem()));

        assertThat(trust.getAcceptedIssuers())
                .extracting(certificate -> certificate.getSubjectX500Principal().getName()).containsExactly("CN=own");
    }

    @Test
    void whatIsNoCertificateIsNotReplacedByTheAuthoritiesOfTheMachine() {
        assertThatThrownBy(() -> ClusterTrustManagerFactory.trustOnly(authority("no certificate")))
                .isInstanceOf(ProblemException.class);
    }
}
