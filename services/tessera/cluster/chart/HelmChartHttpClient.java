package tessera.cluster.chart;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.HttpAddress;
import tessera.cluster.http.NamedServerHttpClient;
import tessera.cluster.http.NamedServerHttpClient.NamedServerAnswer;
import tessera.cluster.http.NamedServerHttpClient.NamedServerRequest;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.ClusterTrustManagerFactory;
import tessera.cluster.tls.ConnectionProblemTranslator;
import tessera.cluster.tls.OutboundProxyRoute;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * The HTTP client for servers of charts, which the user named. It only reads, it sends nothing of the cluster's, and it says
 * who asks only to the server that it is meant for. Safe for use by several threads.
 */
final class HelmChartHttpClient {

    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration WHOLE = Duration.ofMinutes(10);
    private static final int REDIRECTS = 5;
    private static final String AUTHORIZATION = "Authorization";

    private final ProcessEnvironment environment;
    private volatile @Nullable NamedServerHttpClient client;

    /** @param environment decides about proxies and trusted authorities */
    HelmChartHttpClient(ProcessEnvironment environment) {
        this.environment = environment;
    }

    /**
     * A server's response while it is read.
     *
     * @param authenticated whether it was told who asks
     */
    record HelmChartServerResponse(HttpAddress url, NamedServerAnswer answer, boolean authenticated) {

        static final int OK = 200;
        static final int UNAUTHORIZED = 401;

        int status() {
            return answer.status();
        }

        boolean isOk() {
            return status() == OK;
        }

        /** Returns the header, empty where there is none. */
        String header(String name) {
            return answer.header(name);
        }

        InputStream body() {
            return answer.body();
        }

        /** Returns the body up to a limit; fails where it is longer. */
        byte[] readBytes(int maximum, HelmChartReason download) throws IOException, ProblemException {
            var bytes = body().readNBytes(maximum + 1);
            if (bytes.length > maximum) {
                throw new ProblemException(OperationProblemKind.GARBLED,
                        new HelmChartReason.ChartDownloadTooLarge(download, maximum >> 20));
            }
            return bytes;
        }
    }

    /** Reads a response. */
    interface ResponseBodyReader<T> {
        T read(HelmChartServerResponse response) throws IOException, ProblemException, InterruptedException;
    }

    /** Parses a URL that may be requested; it may hold no login, as it is shown. */
    static HttpAddress parseUrl(String text) throws ProblemException {
        var url = HttpAddress.parse(text).orElseThrow(
                () -> new ProblemException(OperationProblemKind.INVALID, new HelmChartReason.ChartAddressInvalid()));
        if (url.hasLogin()) {
            throw new ProblemException(OperationProblemKind.INVALID,
                    new HelmChartReason.ChartAddressWithLogin(url.host()));
        }
        return url;
    }

    /** Sends a request, follows redirects, and reads the answer. */
    <T> T get(HttpAddress url, Map<String, String> headers, ResponseBodyReader<T> reader)
            throws ProblemException, InterruptedException {
        var hop = new RedirectHop<T>(Optional.empty(), Optional.of(url));
        for (int count = 0; count <= REDIRECTS && hop.next().isPresent(); count++) {
            hop = follow(hop.next().get(), url, headers, reader);
        }
        return hop.read().orElseThrow(() -> new ProblemException(OperationProblemKind.GARBLED,
                new HelmChartReason.ChartRedirectLoop(url.host())));
    }

    /** The result of one request: what was read, or where it leads. */
    private record RedirectHop<T>(Optional<T> read, Optional<HttpAddress> next) {}

    private <T> RedirectHop<T> follow(HttpAddress from, HttpAddress first, Map<String, String> headers,
            ResponseBodyReader<T> reader) throws ProblemException, InterruptedException {
        var route = OutboundProxyRoute.forServer(from.uri(), new SecretText(""), environment);
        var request = new NamedServerRequest(from, headersFor(from, first, headers), null, SILENCE, WHOLE);
        try {
            return client().send(request, route, answer -> {
                var next = redirectTarget(from, answer);
                return new RedirectHop<>(next.isPresent() ? Optional.empty()
                        : Optional.of(reader.read(new HelmChartServerResponse(from, answer,
                                request.headers().containsKey(AUTHORIZATION)))),
                        next);
            });
        } catch (IOException e) {
            throw new ProblemException(
                    new ConnectionProblemTranslator(from.host() + ":" + from.port(), route.proxyLabel(), SILENCE)
                            .explain(e),
                    e);
        }
    }

    private static Map<String, String> headersFor(HttpAddress to, HttpAddress first, Map<String, String> headers) {
        var sent = new HashMap<>(headers);
        sent.put("User-Agent", "tessera");
        if (!to.server().equals(first.server())) {
            sent.remove(AUTHORIZATION);
        }
        return sent;
    }

    /** Returns the target of a redirect; empty where the response is none. Nobody leads out of TLS. */
    private static Optional<HttpAddress> redirectTarget(HttpAddress from, NamedServerAnswer answer)
            throws ProblemException {
        if (!answer.isRedirect()) {
            return Optional.empty();
        }
        var to = from.resolve(answer.header("Location"));
        if (to.isEmpty() || (from.isEncrypted() && !to.get().isEncrypted())) {
            throw new ProblemException(OperationProblemKind.UNTRUSTED,
                    new HelmChartReason.ChartRedirectWithoutTls(from.host()));
        }
        return to;
    }

    private NamedServerHttpClient client() throws ProblemException {
        var open = client;
        if (open == null) {
            open = new NamedServerHttpClient(
                    ClusterTrustManagerFactory.trustMachine(environment.variable("SSL_CERT_FILE")), null);
            client = open;
        }
        return open;
    }
}
