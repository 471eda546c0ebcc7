package tessera.cluster.credential;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.CertificateOrKeySource;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.ClusterTrustManagerFactory;
import tessera.cluster.tls.ConnectionProblemTranslator;
import tessera.cluster.tls.OutboundProxyRoute;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Sends requests to an identity provider, which is another server than the cluster. The client lives as long as one question.
 *
 * @param timeout how long an answer may take
 */
public record OidcIssuerClient(ProcessEnvironment environment, Duration timeout) {

    private static final int LARGEST = 1 << 20;
    private static final int OK = 200;

    /**
     * Sends a request and returns the body of the answer, which had status 200.
     *
     * @param authority who must have signed the issuer's certificate; null for those this machine trusts
     */
    String send(HttpRequest request, @Nullable CertificateOrKeySource authority)
            throws ProblemException, InterruptedException {
        var host = String.valueOf(request.uri().getHost());
        var route = OutboundProxyRoute.forServer(request.uri(), new SecretText(""), environment);
        try (var client = buildClient(route, authority)) {
            var bounded = HttpRequest.newBuilder(request, (_, _) -> true).timeout(timeout).build();
            var response = client.send(bounded, HttpResponse.BodyHandlers.ofInputStream());
            try (var body = response.body()) {
                var text = new String(body.readNBytes(LARGEST), StandardCharsets.UTF_8);
                if (response.statusCode() != OK) {
                    throw new ProblemException(Problem
                            .of(OperationProblemKind.UNAUTHENTICATED,
                                    new CredentialReason.IdentityProviderRejected(host, response.statusCode()))
                            .withDetail(CredentialTextRedactor.lastLines(text)));
                }
                return text;
            }
        } catch (IOException e) {
            throw new ProblemException(new ConnectionProblemTranslator(host, route.proxyLabel(), timeout).explain(e),
                    e);
        }
    }

    private HttpClient buildClient(OutboundProxyRoute route, @Nullable CertificateOrKeySource authority)
            throws ProblemException {
        var builder = HttpClient.newBuilder().connectTimeout(timeout).followRedirects(HttpClient.Redirect.NEVER);
        if (route.proxy().address() instanceof InetSocketAddress address) {
            builder.proxy(ProxySelector.of(new InetSocketAddress(address.getHostString(), address.getPort())));
        }
        try {
            var context = SSLContext.getInstance("TLS");
            var trust = authority == null
                    ? ClusterTrustManagerFactory.trustMachine(environment.variable("SSL_CERT_FILE"))
                    : ClusterTrustManagerFactory.trustOnly(authority);
            context.init(null, new TrustManager[] {trust}, new SecureRandom());
            return builder.sslContext(context).build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
