package tessera.cluster;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.internal.tls.OkHostnameVerifier;
import org.jspecify.annotations.Nullable;
import tessera.cluster.credential.ClusterCredentialCache;
import tessera.cluster.credential.RequestCredentials;
import tessera.cluster.http.ApiHttpRequestFactory;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.http.ApiServerErrorResponse;
import tessera.cluster.http.ApiTransport;
import tessera.cluster.http.AuthorizationInterceptor;
import tessera.cluster.http.ClockSkewInterceptor;
import tessera.cluster.http.DuplexConnection;
import tessera.cluster.http.DuplexMessageListener;
import tessera.cluster.http.MissingCredentialException;
import tessera.cluster.http.NonRetryingBody;
import tessera.cluster.http.ReadOnlyModeException;
import tessera.cluster.http.ReadOnlyModeInterceptor;
import tessera.cluster.http.ResponseLimitingSocketFactory;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.http.UnreadableObjectRegistry;
import tessera.cluster.http.WebSocketClient;
import tessera.cluster.kubeconfig.KubeconfigCluster;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.tls.ClusterTrustManagerFactory;
import tessera.cluster.tls.ConnectionProblemTranslator;
import tessera.cluster.tls.OutboundProxyRoute;
import tessera.cluster.tls.ReplaceableClientCertificate;
import tessera.cluster.tls.ServerNameSocketFactory;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * The only connection to a cluster; all requests go through it. Every request goes through its only HTTP client, and with it through the write gate;
 * fabric8's client is a face of the same one.
 *
 * <p>Safe for use by several threads. Nothing is read from the environment beyond what the terms hold.
 */
public final class ClusterConnection implements ApiTransport, AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ALIVE = Duration.ofSeconds(30);

    private final HttpUrl server;
    private final String namespace;
    private final ApiHttpRequestFactory requests;
    private final ClusterCredentialCache credentials;
    private final ClockSkewInterceptor skew;
    private final OutboundProxyRoute route;
    private final OkHttpClient client;
    private final WebSocketClient sockets;
    private final UnreadableObjectRegistry unread;
    private final Set<Call> open = ConcurrentHashMap.newKeySet();
    private @Nullable KubernetesClient kubernetes;
    private volatile boolean closed;

    private ClusterConnection(KubeconfigContextEntry context, ConnectionSharedDependencies sharedServices,
            Supplier<SessionAccessMode> mode,
            UnreadableObjectRegistry unread)
            throws ProblemException, InterruptedException {
        this.unread = unread;
        var cluster = context.usableCluster();
        namespace = context.namespace();
        requests = ApiHttpRequestFactory.forContext(context, sharedServices.environment());
        server = requests.server();
        route = OutboundProxyRoute.forServer(server.uri(), cluster.proxy(), sharedServices.environment());
        credentials = ClusterCredentialCache.of(context, sharedServices.plugins(), sharedServices.issuers(),
                sharedServices.clock());
        skew = new ClockSkewInterceptor(sharedServices.clock());
        client = buildClient(cluster, sharedServices, new ReadOnlyModeInterceptor(mode, server), credentials.login());
        sockets = new WebSocketClient(client, mode, this::explainReadFailure);
    }

    /**
     * Prepares a connection to a context's cluster. Nothing is sent to it yet, but a credential plugin may run.
     *
     * @param mode what may be sent; asked for every request
     * @throws ProblemException when the kubeconfig does not allow it, or there is no credential
     */
    public static ClusterConnection open(KubeconfigContextEntry context, ConnectionSharedDependencies sharedServices,
            Supplier<SessionAccessMode> mode)
            throws ProblemException, InterruptedException {
        return open(context, sharedServices, mode, new UnreadableObjectRegistry());
    }

    /** The same where it is known from an earlier connection what could not be read. */
    static ClusterConnection open(KubeconfigContextEntry context, ConnectionSharedDependencies sharedServices,
            Supplier<SessionAccessMode> mode,
            UnreadableObjectRegistry unread) throws ProblemException, InterruptedException {
        return new ClusterConnection(context, sharedServices, mode, unread);
    }

    @Override
    public UnreadableObjectRegistry unread() {
        return unread;
    }

    private OkHttpClient buildClient(KubeconfigCluster cluster, ConnectionSharedDependencies sharedServices,
            ReadOnlyModeInterceptor gate,
            RequestCredentials requestCredentials)
            throws ProblemException {
        var identity = new ReplaceableClientCertificate();
        var pool = new ConnectionPool();
        var dispatcher = new Dispatcher(
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("cluster-", 0).factory()));
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        var builder = new OkHttpClient.Builder().connectionPool(pool).dispatcher(dispatcher).connectTimeout(CONNECT)
                .readTimeout(Duration.ZERO).writeTimeout(ALIVE).pingInterval(ALIVE).followRedirects(false)
                .followSslRedirects(false).proxy(route.proxy());
        configureTls(builder, cluster, sharedServices, identity);
        var authorization = route.authorization();
        if (authorization != null) {
            builder.proxyAuthenticator((_, response) -> response.request().header("Proxy-Authorization") == null
                    ? response.request().newBuilder().header("Proxy-Authorization", authorization.reveal()).build()
                    : null);
        }
        if (requestCredentials.identity() != null && requestCredentials.expires() != null) {
            // A renewed certificate needs new connections, which HTTP/2 would not make while the old one is in use.
            builder.protocols(List.of(Protocol.HTTP_1_1));
        }
        return ResponseLimitingSocketFactory.addTo(builder).addInterceptor(ApiHttpRequestFactory::withRequestTimeout)
                .addInterceptor(new AuthorizationInterceptor(credentials, identity, pool, sharedServices.userAgent()))
                .addInterceptor(skew).addInterceptor(gate).addNetworkInterceptor(NonRetryingBody::withoutRetryAfter)
                .build();
    }

    private void configureTls(OkHttpClient.Builder builder, KubeconfigCluster cluster,
            ConnectionSharedDependencies sharedServices,
            ReplaceableClientCertificate identity) throws ProblemException {
        var trust = cluster.trustAnything() ? ClusterTrustManagerFactory.trustAnything()
                : cluster.authority() != null ? ClusterTrustManagerFactory.trustOnly(cluster.authority())
                        : ClusterTrustManagerFactory
                                .trustMachine(sharedServices.environment().variable("SSL_CERT_FILE"));
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {identity}, new TrustManager[] {trust}, new SecureRandom());
            var sockets = context.getSocketFactory();
            var name = cluster.serverName();
            builder.sslSocketFactory(name.isEmpty() ? sockets : new ServerNameSocketFactory(sockets, name), trust);
            if (cluster.trustAnything()) {
                builder.hostnameVerifier((_, _) -> true);
            } else if (!name.isEmpty()) {
                builder.hostnameVerifier((_, session) -> OkHostnameVerifier.INSTANCE.verify(name, session));
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }

    @Override
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
                    : problemOf(e, request.timeout()), e);
        }
    }

    @Override
    public DuplexConnection openSocket(ApiRequest request, List<String> protocols, DuplexMessageListener ear)
            throws ProblemException, InterruptedException {
        return sockets.open(requests.requestBuilder(request), request, protocols, ear);
    }

    @Override
    public Problem explainReadFailure(IOException e) {
        return problemOf(e, ALIVE);
    }

    /** Returns the problem behind a failure of {@link #kubernetes()}. */
    public Problem explain(KubernetesClientException e) {
        // The client wraps what was thrown below it, often more than once: the innermost knows best.
        IOException innermost = null;
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof KubernetesClientException answered && answered.getCode() > 0) {
                var status = answered.getStatus();
                var reason = status == null || status.getReason() == null ? "" : status.getReason();
                var said = status == null || status.getMessage() == null ? answered.getMessage() : status.getMessage();
                return ApiServerErrorResponse
                        .fromWatchEvent(answered.getCode(), reason, String.valueOf(said), "do this").problem();
            }
            innermost = cause instanceof IOException io ? io : innermost;
            if (cause instanceof ReadOnlyModeException || cause instanceof MissingCredentialException) {
                break;
            }
        }
        return innermost != null ? explainReadFailure(innermost)
                : new Problem(OperationProblemKind.UNEXPECTED, "The Kubernetes client failed",
                        String.valueOf(e.getMessage()),
                        "");
    }

    private Problem problemOf(IOException e, Duration timeout) {
        return switch (e) {
            case ReadOnlyModeException refusal -> refusal.problem();
            case MissingCredentialException failure -> failure.problem();
            default -> transportProblems(timeout).explain(e);
        };
    }

    private ConnectionProblemTranslator transportProblems(Duration timeout) {
        return new ConnectionProblemTranslator(server.host() + ":" + server.port(), route.proxyLabel(), timeout);
    }

    /**
     * Returns fabric8's client over this connection, for whole objects. It is gated like everything else; closing it closes
     * this connection.
     */
    public synchronized KubernetesClient kubernetes() {
        if (kubernetes == null) {
            var config = Config.empty();
            config.setMasterUrl(server.toString());
            config.setNamespace(namespace);
            config.setOnlyHttpWatches(true);
            config.setRequestRetryBackoffLimit(0);
            var face = new OkHttpClientFactory() {
                @Override
                protected OkHttpClient.Builder newOkHttpClientBuilder() {
                    return client.newBuilder();
                }

                @Override
                protected void additionalConfig(OkHttpClient.Builder builder) {
                    builder.proxy(route.proxy());
                }
            };
            HttpClient.Builder builder = face.newBuilder();
            // Without its settings as a tag it would try ten times.
            kubernetes = new KubernetesClientImpl(builder.tag(config.getRequestConfig()).build(), config);
        }
        return kubernetes;
    }

    /** Returns the time by which the server's clock is ahead of this machine's. */
    public Duration clockSkew() {
        return skew.skew();
    }

    /** Returns the namespace of the context. */
    public String namespace() {
        return namespace;
    }

    /** Forgets earlier failures to get a credential, as the user asks for another attempt. */
    public void forgetLoginFailures() {
        credentials.forgetFailure();
    }

    /** Ends sessions in containers, because read-only mode began. */
    public void leaveContainers() {
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
}
