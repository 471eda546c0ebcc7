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
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.ProxyRoute;
import tessera.cluster.tls.TransportProblems;
import tessera.cluster.tls.TrustStore;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * The way to servers that have charts, which the user named. It only reads, it sends nothing of the cluster's, and it says
 * who asks only to the server that it is meant for. Safe for use by several threads.
 */
final class ChartWire {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration WHOLE = Duration.ofMinutes(10);
    private static final int REDIRECTS = 5;
    private static final String AUTHORIZATION = "Authorization";

    private final ProcessEnvironment environment;
    private volatile @Nullable OkHttpClient client;

    /** @param environment decides about proxies and trusted authorities */
    ChartWire(ProcessEnvironment environment) {
        this.environment = environment;
    }

    /**
     * What a server answered, while it is read.
     *
     * @param known whether it was told who asks
     */
    record Heard(HttpUrl from, int status, boolean known, Headers headers, InputStream body) {

        static final int OK = 200;
        static final int UNAUTHORIZED = 401;

        boolean fine() {
            return status == OK;
        }

        /** The header, empty where there is none. */
        String header(String name) {
            return headers.of(name).orElse("");
        }

        /** What may come, and no more of it. */
        byte[] bytes(int most, String words) throws IOException, Failure {
            var bytes = body.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new Failure(Problem.of(ProblemKind.GARBLED, words + " is larger than " + (most >> 20) + " MiB"));
            }
            return bytes;
        }
    }

    /** The headers of an answer. */
    interface Headers {
        Optional<String> of(String name);
    }

    /** Reads an answer. */
    interface AnswerBodyReader<T> {
        T read(Heard heard) throws IOException, Failure, InterruptedException;
    }

    /** An address that may be asked; it may hold no login, as it is shown. */
    static HttpUrl address(String text) throws Failure {
        var url = HttpUrl.parse(text.strip());
        if (url == null) {
            throw new Failure(new Problem(ProblemKind.INVALID, "This is no address of charts", "",
                    "It begins with https://, http:// or oci://."));
        }
        if (!url.username().isEmpty() || !url.password().isEmpty()) {
            throw new Failure(
                    new Problem(ProblemKind.INVALID, "The address of the charts on " + url.host() + " holds a login",
                            "", "Leave it out of the address; it would be shown in plans and in the journal."));
        }
        return url;
    }

    /** Asks, and reads the answer wherever it leads. */
    <T> T get(HttpUrl url, Map<String, String> headers, AnswerBodyReader<T> reader)
            throws Failure, InterruptedException {
        var from = url;
        for (int hop = 0; hop <= REDIRECTS; hop++) {
            var route = ProxyRoute.to(from.uri(), new SecretText(""), environment);
            var request = request(from, url, headers);
            try (var response = through(route).newCall(request).execute()) {
                var next = redirected(response);
                if (next == null) {
                    return reader.read(new Heard(from, response.code(), request.header(AUTHORIZATION) != null,
                            name -> Optional.ofNullable(response.header(name)), response.body().byteStream()));
                }
                from = next;
            } catch (IOException e) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                throw new Failure(new TransportProblems(from.host() + ":" + from.port(), route.words(), SILENCE)
                        .explain(e), e);
            }
        }
        throw new Failure(
                Problem.of(ProblemKind.GARBLED, url.host() + " leads from one address to the next without an end"));
    }

    private static Request request(HttpUrl to, HttpUrl first, Map<String, String> headers) {
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

    /** Where the answer is; null where this is it. Nobody leads out of TLS. */
    private static @Nullable HttpUrl redirected(Response response) throws Failure {
        if (!response.isRedirect()) {
            return null;
        }
        var from = response.request().url();
        var to = from.resolve(String.valueOf(response.header("Location")));
        if (to == null || (from.isHttps() && !to.isHttps())) {
            throw new Failure(Problem.of(ProblemKind.UNTRUSTED, from.host() + " leads to an address without TLS"));
        }
        return to;
    }

    private OkHttpClient through(ProxyRoute route) throws Failure {
        var open = client;
        if (open == null) {
            open = made();
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

    private OkHttpClient made() throws Failure {
        var trust = TrustStore.thisMachine(environment.variable("SSL_CERT_FILE"));
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, new SecureRandom());
            return new OkHttpClient.Builder().connectTimeout(CONNECT).readTimeout(SILENCE).callTimeout(WHOLE)
                    .followRedirects(false).followSslRedirects(false)
                    .sslSocketFactory(context.getSocketFactory(), trust).build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }
}
