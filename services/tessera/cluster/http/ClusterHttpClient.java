package tessera.cluster.http;

import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.X509TrustManager;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okhttp3.internal.tls.OkHostnameVerifier;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import tessera.cluster.credential.ClusterCredentialCache;
import tessera.cluster.kubeconfig.KubeconfigCluster;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.tls.ClusterTrustManagerFactory;
import tessera.cluster.tls.ConnectionProblemTranslator;
import tessera.cluster.tls.OutboundProxyRoute;
import tessera.cluster.tls.PlaintextCredentialGuard;
import tessera.cluster.tls.ReplaceableClientCertificate;
import tessera.cluster.tls.ServerNameSocketFactory;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.Reason;

/**
 * The only HTTP client of a session. Every request to the cluster goes through it, and with it through the write gate,
 * whether it is sent here, over a WebSocket, or by fabric8.
 *
 * <p>Safe for use by several threads.
 */
public final class ClusterHttpClient implements AutoCloseable {

    private static final Duration ALIVE = Duration.ofSeconds(30);

    private final ApiHttpRequestFactory requests;
    private final OutboundProxyRoute route;
    private final ClockSkewInterceptor skew;
    private final OkHttpClient client;
    private final WebSocketClient sockets;
    private final Set<Call> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * This machine, as a client depends on it.
     *
     * @param environment decides about proxies and trusted authorities
     * @param userAgent   what the client calls itself, e.g. {@code tessera/0.1.0}
     */
    public record LocalMachine(ProcessEnvironment environment, Clock clock, String userAgent) {}

    private ClusterHttpClient(KubeconfigContextEntry context, ClusterCredentialCache credentials,
            Supplier<SessionAccessMode> mode, LocalMachine machine) throws ProblemException, InterruptedException {
        var cluster = context.usableCluster();
        requests = ApiHttpRequestFactory.forContext(context, machine.environment());
        route = OutboundProxyRoute.forServer(requests.server().uri(), cluster.proxy(), machine.environment());
        skew = new ClockSkewInterceptor(machine.clock());
        client = buildClient(cluster, credentials, new ReadOnlyModeInterceptor(mode, requests.server().url()), machine);
        sockets = new WebSocketClient(client, mode, this::explain);
    }

    /**
     * Prepares the client of a context's cluster. Nothing is sent to it yet, but a credential plugin may run.
     *
     * @param mode what may be sent; asked for every request
     * @throws ProblemException when the kubeconfig does not allow it, or there is no credential
     */
    public static ClusterHttpClient open(KubeconfigContextEntry context, ClusterCredentialCache credentials,
            Supplier<SessionAccessMode> mode, LocalMachine machine) throws ProblemException, InterruptedException {
        return new ClusterHttpClient(context, credentials, mode, machine);
    }

    private OkHttpClient buildClient(KubeconfigCluster cluster, ClusterCredentialCache credentials,
            ReadOnlyModeInterceptor gate, LocalMachine machine) throws ProblemException, InterruptedException {
        var login = credentials.login();
        var identity = new ReplaceableClientCertificate();
        var trust = trustFor(cluster, machine.environment());
        var dispatcher = new Dispatcher(
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("cluster-", 0).factory()));
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        var builder = OutboundClientSettings.addRoute(OutboundClientSettings.newClient(trust, identity), route)
                .dispatcher(dispatcher).readTimeout(Duration.ZERO).writeTimeout(ALIVE).pingInterval(ALIVE);
        configureServerName(builder, cluster, trust, identity);
        if (login.identity() != null && login.expires() != null) {
            // A renewed certificate needs new connections, which HTTP/2 would not make while the old one is in use.
            builder.protocols(List.of(Protocol.HTTP_1_1));
        }
        var pool = new ConnectionPool();
        return builder.connectionPool(pool).addInterceptor(ApiHttpRequestFactory::withRequestTimeout)
                .addInterceptor(new AuthorizationInterceptor(credentials, identity, pool, machine.userAgent()))
                .addInterceptor(skew).addInterceptor(gate).addNetworkInterceptor(NonRetryingBody::withoutRetryAfter)
                .build();
    }

    private static X509TrustManager trustFor(KubeconfigCluster cluster, ProcessEnvironment environment)
            throws ProblemException {
        if (cluster.trustAnything()) {
            return ClusterTrustManagerFactory.trustAnything();
        }
        if (cluster.authority() != null) {
            return ClusterTrustManagerFactory.trustOnly(cluster.authority());
        }
        return ClusterTrustManagerFactory.trustMachine(environment.variable("SSL_CERT_FILE"));
    }

    private static void configureServerName(OkHttpClient.Builder builder, KubeconfigCluster cluster,
            X509TrustManager trust, ReplaceableClientCertificate identity) {
        var name = cluster.serverName();
        if (!name.isEmpty()) {
            builder.sslSocketFactory(
                    new ServerNameSocketFactory(OutboundClientSettings.socketFactory(trust, identity), name), trust);
        }
        if (cluster.trustAnything()) {
            builder.hostnameVerifier((_, _) -> true);
        } else if (!name.isEmpty()) {
            builder.hostnameVerifier((_, session) -> OkHostnameVerifier.INSTANCE.verify(name, session));
        }
    }

    /** Returns the root of the API. */
    public String server() {
        return requests.server().toString();
    }

    /** Sends a request and returns as soon as the response begins. */
    public ApiResponse send(ApiRequest request) throws ProblemException, InterruptedException {
        var first = client.newCall(requests.requestBuilder(request).build());
        try {
            return execute(first, request);
        } catch (ProblemException problemException) {
            // Whoever reads did not ask for the cut, and reading twice does no harm.
            if (first.isCanceled() && !closed && request.method().equals("GET")) {
                return execute(client.newCall(requests.requestBuilder(request).build()), request);
            }
            throw problemException;
        }
    }

    private ApiResponse execute(Call call, ApiRequest request) throws ProblemException, InterruptedException {
        // Before it is sent, so that no cut falls between.
        open.add(call);
        try {
            return new ApiResponse(call, call.execute(), request.action(), () -> open.remove(call));
        } catch (IOException e) {
            open.remove(call);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new ProblemException(call.isCanceled() ? transportProblems(request.timeout()).cancelledProblem()
                    : explain(e, request.timeout()), e);
        }
    }

    /** Opens a WebSocket and waits until the server accepted it. */
    public DuplexConnection openSocket(ApiRequest request, List<String> protocols, DuplexMessageListener ear)
            throws ProblemException, InterruptedException {
        return sockets.open(requests.requestBuilder(request), request, protocols, ear);
    }

    /** Returns the problem of a request that failed without an answer, or whose answer broke off. */
    public Problem explain(IOException e) {
        return explain(e, ALIVE);
    }

    private Problem explain(IOException e, Duration timeout) {
        return switch (e) {
            case ReadOnlyModeException refusal -> refusal.problem();
            case MissingCredentialException failure -> failure.problem();
            default -> transportProblems(timeout).explain(e);
        };
    }

    private ConnectionProblemTranslator transportProblems(Duration timeout) {
        return new ConnectionProblemTranslator(requests.server().host() + ":" + requests.server().port(),
                route.proxyLabel(), timeout);
    }

    /** Returns this client behind fabric8's interface, for whole objects. */
    public HttpClient asFabric8Client(RequestConfig settings) {
        var factory = new OkHttpClientFactory() {
            @Override
            protected OkHttpClient.Builder newOkHttpClientBuilder() {
                var builder = client.newBuilder().readTimeout(ApiRequest.USUAL);
                // Outermost, so that a refused credential is renewed before the refusal ends the request.
                builder.interceptors().addFirst(new WholeAnswerInterceptor());
                return builder;
            }

            @Override
            protected void additionalConfig(OkHttpClient.Builder builder) {
                builder.proxy(route.proxy());
            }
        };
        HttpClient.Builder builder = factory.newBuilder();
        // Without its settings as a tag it would try ten times.
        return builder.tag(settings).build();
    }

    /** Returns the time by which the server's clock is ahead of this machine's. */
    public Duration clockSkew() {
        return skew.skew();
    }

    /** Ends all WebSockets because nothing may be sent over them any more. */
    public void refuseSockets() {
        sockets.refuseAll();
    }

    /** Ends every request under way and drops every connection, as the network may have failed silently. */
    public void dropConnections() {
        // All are found first: whoever is cut asks again at once. The dispatcher forgets a call as soon as its answer begins.
        var under = new HashSet<>(open);
        under.addAll(client.dispatcher().queuedCalls());
        under.addAll(client.dispatcher().runningCalls());
        under.forEach(Call::cancel);
        sockets.closeAll();
        client.connectionPool().evictAll();
    }

    @Override
    public void close() {
        closed = true;
        dropConnections();
        client.dispatcher().executorService().shutdown();
    }

    /**
     * Factory of OkHttp requests to one API server.
     *
     * @param server      the root of the API
     * @param compression whether answers may be compressed at all
     */
    record ApiHttpRequestFactory(HttpAddress server, boolean compression) {

        /**
         * Returns the factory for the cluster of a kubeconfig context.
         *
         * @throws ProblemException when its server is no address, or others could read on the way by what the user signs in
         */
        static ApiHttpRequestFactory forContext(KubeconfigContextEntry context, ProcessEnvironment environment)
                throws ProblemException {
            var cluster = context.usableCluster();
            var address = cluster.server().contains("://") ? cluster.server() : "https://" + cluster.server();
            var url = HttpUrl.parse(address);
            if (url == null) {
                throw new ProblemException(OperationProblemKind.CONFIGURATION,
                        new ApiRequestReason.ApiServerAddressInvalid(cluster.server()));
            }
            if (context.usableUser().sendsSecret()) {
                PlaintextCredentialGuard.refuseLogin(url.isHttps(), url.host(), environment);
            }
            return new ApiHttpRequestFactory(
                    new HttpAddress(url.newBuilder().username("").password("").query(null).fragment(null).build()),
                    cluster.compression());
        }

        /** Returns an OkHttp request builder for a request. */
        Request.Builder requestBuilder(ApiRequest ask) {
            var request = new Request.Builder().url(server.append(ask.path()).url()).header("Accept", ask.accept())
                    .tag(Duration.class, ask.timeout());
            if (!ask.compressed() || !compression) {
                request.header("Accept-Encoding", "identity");
            }
            return request.method(ask.method(), NonRetryingBody.bodyOf(ask));
        }

        /** Applies the read timeout of the request. */
        static Response withRequestTimeout(Interceptor.Chain chain) throws IOException {
            var timeout = chain.request().tag(Duration.class);
            return (timeout == null ? chain
                    : chain.withReadTimeout(Math.toIntExact(timeout.toMillis()), TimeUnit.MILLISECONDS))
                    .proceed(chain.request());
        }
    }

    /**
     * The interceptor of fabric8's requests, which reads answers whole: it bounds them, sends no change twice, and keeps
     * from fabric8 what is no object, as it would lose the headers of a refusal and read any other text as YAML.
     */
    private static final class WholeAnswerInterceptor implements Interceptor {

        private static final int UPGRADED = 101;
        private static final long LARGEST = 64L << 20;

        @Override
        public Response intercept(Chain chain) throws IOException {
            var response = chain.proceed(NonRetryingBody.withoutRetry(chain.request()));
            if (response.code() == UPGRADED) {
                return response;
            }
            var body = response.body();
            if (!ApiResponse.isSuccess(response)) {
                try (response) {
                    var parts = ApiServerErrorResponse.ErrorResponseParts.read(response);
                    throw new UnusableAnswerException(action -> ApiServerErrorResponse.of(parts, action).problem());
                }
            }
            var source = Okio.buffer(new BoundedSource(body.source()));
            if (!source.request(1) || source.getBuffer().getByte(0) != '{') {
                try (response) {
                    throw unusable(ApiRequestReason.ResponseNotJson::new);
                }
            }
            return response.newBuilder().body(ResponseBody.create(source, body.contentType(), body.contentLength()))
                    .build();
        }

        private static UnusableAnswerException unusable(Function<String, Reason> reason) {
            return new UnusableAnswerException(
                    action -> Problem.of(OperationProblemKind.GARBLED, reason.apply(action)));
        }

        private static final class BoundedSource extends ForwardingSource {

            private long received;

            BoundedSource(Source source) {
                super(source);
            }

            @Override
            public long read(Buffer sink, long maximum) throws IOException {
                long read = super.read(sink, maximum);
                received += Math.max(0, read);
                if (received > LARGEST) {
                    throw unusable(action -> new ApiRequestReason.ResponseTooLarge(action, LARGEST >> 20));
                }
                return read;
            }
        }
    }
}
