package tessera.cluster.chart;

import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ResponseLimitingSocketFactory;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.ClusterTrustManagerFactory;
import tessera.cluster.tls.ConnectionProblemTranslator;
import tessera.cluster.tls.OutboundProxyRoute;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * The HTTP client for servers of charts, which the user named. It only reads, it sends nothing of the cluster's, and it says
 * who asks only to the server that it is meant for. Safe for use by several threads.
 */
final class HelmChartHttpClient {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration WHOLE = Duration.ofMinutes(10);
    private static final int REDIRECTS = 5;
    private static final String AUTHORIZATION = "Authorization";

    private final ProcessEnvironment environment;
    private volatile @Nullable OkHttpClient client;

    /** @param environment decides about proxies and trusted authorities */
    HelmChartHttpClient(ProcessEnvironment environment) {
        this.environment = environment;
    }

    /**
     * A server's response while it is read.
     *
     * @param authenticated whether it was told who asks
     */
    record HelmChartServerResponse(HttpUrl url, int status, boolean authenticated, ChartResponseHeaders headers,
            InputStream body) {

        static final int OK = 200;
        static final int UNAUTHORIZED = 401;

        boolean isOk() {
            return status == OK;
        }

        /** Returns the header, empty where there is none. */
        String header(String name) {
            return headers.find(name).orElse("");
        }

        /** Returns the body up to a limit; fails where it is longer. */
        byte[] readBytes(int maximum, String text) throws IOException, ProblemException {
            var bytes = body.readNBytes(maximum + 1);
            if (bytes.length > maximum) {
                throw new ProblemException(
                        Problem.of(OperationProblemKind.GARBLED, text + " is larger than " + (maximum >> 20) + " MiB"));
            }
            return bytes;
        }
    }

    /** The headers of a response. */
    interface ChartResponseHeaders {
        Optional<String> find(String name);
    }

    /** Reads a response. */
    interface ResponseBodyReader<T> {
        T read(HelmChartServerResponse response) throws IOException, ProblemException, InterruptedException;
    }

    /** Parses a URL that may be requested; it may hold no login, as it is shown. */
    static HttpUrl parseUrl(String text) throws ProblemException {
        var url = HttpUrl.parse(text.strip());
        if (url == null) {
            throw new ProblemException(new Problem(OperationProblemKind.INVALID, "This is no address of charts", "",
                    "It begins with https://, http:// or oci://."));
        }
        if (!url.username().isEmpty() || !url.password().isEmpty()) {
            throw new ProblemException(
                    new Problem(OperationProblemKind.INVALID,
                            "The address of the charts on " + url.host() + " holds a login",
                            "", "Leave it out of the address; it would be shown in plans and in the journal."));
        }
        return url;
    }

    /** Sends a request, follows redirects, and reads the answer. */
    <T> T get(HttpUrl url, Map<String, String> headers, ResponseBodyReader<T> reader)
            throws ProblemException, InterruptedException {
        var from = url;
        for (int hop = 0; hop <= REDIRECTS; hop++) {
            var route = OutboundProxyRoute.forServer(from.uri(), new SecretText(""), environment);
            var request = buildRequest(from, url, headers);
            try (var response = clientFor(route).newCall(request).execute()) {
                var next = redirectTarget(response);
                if (next == null) {
                    return reader.read(
                            new HelmChartServerResponse(from, response.code(), request.header(AUTHORIZATION) != null,
                                    name -> Optional.ofNullable(response.header(name)), response.body().byteStream()));
                }
                from = next;
            } catch (IOException e) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                throw new ProblemException(
                        new ConnectionProblemTranslator(from.host() + ":" + from.port(), route.proxyLabel(), SILENCE)
                                .explain(e),
                        e);
            }
        }
        throw new ProblemException(
                Problem.of(OperationProblemKind.GARBLED,
                        url.host() + " leads from one address to the next without an end"));
    }

    private static Request buildRequest(HttpUrl to, HttpUrl first, Map<String, String> headers) {
        var request = new Request.Builder().url(to).header("User-Agent", "tessera");
        boolean same = to.scheme().equals(first.scheme()) && to.host().equals(first.host())
                && to.port() == first.port();
        headers.forEach((name, value) -> {
            if (same || !name.equals(AUTHORIZATION)) {
                request.header(name, value);
            }
        });
        return request.build();
    }

    /** Returns the target of a redirect; null where the response is none. Nobody leads out of TLS. */
    private static @Nullable HttpUrl redirectTarget(Response response) throws ProblemException {
        if (!response.isRedirect()) {
            return null;
        }
        var from = response.request().url();
        var to = from.resolve(String.valueOf(response.header("Location")));
        if (to == null || (from.isHttps() && !to.isHttps())) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.UNTRUSTED, from.host() + " leads to an address without TLS"));
        }
        return to;
    }

    private OkHttpClient clientFor(OutboundProxyRoute route) throws ProblemException {
        var open = client;
        if (open == null) {
            open = buildClient();
            client = open;
        }
        var builder = open.newBuilder().proxy(route.proxy());
        var forProxy = route.authorization();
        if (forProxy != null) {
            builder.proxyAuthenticator((_, response) -> response.request().header("Proxy-Authorization") == null
                    ? response.request().newBuilder().header("Proxy-Authorization", forProxy.reveal()).build()
                    : null);
        }
        return builder.build();
    }

    private OkHttpClient buildClient() throws ProblemException {
        var trust = ClusterTrustManagerFactory.trustMachine(environment.variable("SSL_CERT_FILE"));
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, new SecureRandom());
            return ResponseLimitingSocketFactory.addTo(new OkHttpClient.Builder()).connectTimeout(CONNECT)
                    .readTimeout(SILENCE)
                    .callTimeout(WHOLE)
                    .followRedirects(false).followSslRedirects(false)
                    .sslSocketFactory(context.getSocketFactory(), trust).build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }
}
