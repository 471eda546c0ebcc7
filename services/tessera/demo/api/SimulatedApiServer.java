package tessera.demo.api;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.SimulatedApiWritePipeline;
import tessera.demo.api.SimulatedAuthenticatedRequest.ApiServerServices;
import tessera.demo.api.SimulatedAuthenticatedRequest.SimulatedApiEndpoint;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.http.SimulatedHttpServer;
import tessera.demo.http.SimulatedServerTlsContext;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.objects.SimulatedAdmissionObjectLookup;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedCustomResourceServer;
import tessera.demo.store.objects.SimulatedNameAndUidGenerator;
import tessera.demo.store.objects.SimulatedResourceFieldSchemas;
import tessera.demo.store.objects.SimulatedWriteDependencies;

/**
 * A simulated Kubernetes API server, version 1.36.2 as far as clients can tell, on a local port. It stores objects and
 * obeys the rules of the API; what happens to the objects is up to controllers, who find all they need in
 * {@link #storedObjects()}.
 */
public final class SimulatedApiServer implements AutoCloseable {

    /**
     * The options of a server.
     *
     * @param port   0 for any
     * @param clock  the time of the cluster
     * @param timings   how long the server's own waits take
     * @param kubelets the agents on the nodes
     * @param random names and identifiers are drawn from it
     * @param tls    null for clear text. Go clients, kubectl and Helm among them, send their tokens only through TLS
     */
    public record ApiServerOptions(int port, Clock clock, SimulatedApiServerWaitTimeFactor timings,
            RandomGenerator random, @Nullable SimulatedServerTlsContext tls,
            SimulatedEtcdStore.StoreMemoryLimits limits, SimulatedKubeletDialer kubelets) {

        /** Returns the defaults: any port, clear text, real time. */
        public static ApiServerOptions defaultOptions(Clock clock) {
            return new ApiServerOptions(0, clock, SimulatedApiServerWaitTimeFactor.REAL, new SplittableRandom(1), null,
                    SimulatedEtcdStore.StoreMemoryLimits.USUAL, SimulatedKubeletDialer.UNANSWERED);
        }
    }

    private static final List<SimulatedApiUser> USERS = List.of(
            new SimulatedApiUser("admin", "uid-admin", List.of("system:masters")),
            new SimulatedApiUser("viewer", "uid-viewer", List.of("gpu-users")),
            new SimulatedApiUser("editor", "uid-editor", List.of("gpu-users")),
            new SimulatedApiUser("nodeadmin", "uid-nodeadmin", List.of()),
            new SimulatedApiUser("nobody", "uid-nobody", List.of()));

    private final SimulatedHttpServer http;
    private final SimulatedApiStorage objects;
    private final SimulatedBearerTokens tokens;
    private final Map<String, String> tokensByUser;
    private final @Nullable SimulatedServerTlsContext tls;
    private final SimulatedApiServerHousekeeping housekeeping;

    private SimulatedApiServer(SimulatedHttpServer http, ApiServerServices serverServices,
            SimulatedApiServerHousekeeping housekeeping, @Nullable SimulatedServerTlsContext tls) {
        this.http = http;
        this.objects = serverServices.objects();
        this.tokens = serverServices.tokens();
        this.housekeeping = housekeeping;
        this.tls = tls;
        this.tokensByUser = new HashMap<>();
    }

    /** Starts a server with only the objects that every cluster starts with. */
    public static SimulatedApiServer start(ApiServerOptions options) throws IOException {
        var names = new SimulatedNameAndUidGenerator(options.random());
        var catalog = new SimulatedServedResourceCatalog();
        var store = new SimulatedEtcdStore(options.limits());
        var schemas = new SimulatedResourceFieldSchemas();
        var bootstrap = new SimulatedStoreBootstrap(catalog, schemas, options.clock(), names);
        bootstrap.fillStore(store);
        var rules = new SimulatedApiWritePipeline(new SimulatedAdmissionObjectLookup(store, catalog), schemas);
        var housekeeping = new SimulatedApiServerHousekeeping(bootstrap, options.clock());
        var tokens = new SimulatedBearerTokens();
        var aftermaths = List.of(new SimulatedCustomResourceServer(catalog, schemas, store, options.clock()),
                housekeeping, new SimulatedTokenSecretController(catalog, tokens, names));
        var objects = new SimulatedApiStorage(
                new SimulatedWriteDependencies(store, catalog, schemas, rules, options.clock(), names, aftermaths));
        housekeeping.startChores(objects);
        var serverServices = new ApiServerServices(objects, tokens, new SimulatedRbacAuthorizer(store, catalog),
                options.clock(), options.timings(), names::randomUid);
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port());
        var tls = options.tls();
        var http = SimulatedHttpServer.start(address, tls == null ? null : tls.context(), options.clock(),
                new SimulatedApiRequestRouter(serverServices,
                        new SimulatedUnavailableApiGroups(store, catalog.get("apiservices.apiregistration.k8s.io")),
                        endpointsFor(options.kubelets())));
        var server = new SimulatedApiServer(http, serverServices, housekeeping, tls);
        USERS.forEach(user -> server.addUser(user, names.randomUid()));
        return server;
    }

    private void addUser(SimulatedApiUser user, String token) {
        tokensByUser.put(user.name(), token);
        tokens.grant(token, user);
    }

    /** Returns the URL: {@code http://127.0.0.1:…}. */
    public String url() {
        return (tls == null ? "http" : "https") + "://127.0.0.1:" + http.port();
    }

    /** Returns the bearer token of admin, viewer, editor, nodeadmin or nobody. */
    public String bearerToken(String user) {
        var token = tokensByUser.get(user);
        if (token == null) {
            throw new IllegalArgumentException("no user " + user);
        }
        return token;
    }

    /** Returns a kubeconfig for one of the users. */
    public String kubeconfig(String user) {
        return """
                apiVersion: v1
                kind: Config
                current-context: demo
                clusters:
                - name: demo
                  cluster:
                    server: %s%s
                contexts:
                - name: demo
                  context:
                    cluster: demo
                    user: %s
                users:
                - name: %s
                  user:
                    token: %s
                """.formatted(url(), authorityLine(), user, user, bearerToken(user));
    }

    private String authorityLine() {
        if (tls == null) {
            return "";
        }
        return "\n    certificate-authority-data: "
                + Base64.getEncoder().encodeToString(tls.certificate().getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the stored objects, for controllers and tests. */
    public SimulatedApiStorage storedObjects() {
        return objects;
    }

    /** Returns the server that carries the connections. */
    public SimulatedHttpServer httpServer() {
        return http;
    }

    /** Waits until all consequences of earlier writes are done: namespaces cleared, quotas counted. */
    public void awaitIdle() throws InterruptedException {
        housekeeping.awaitIdle();
    }

    /** Ends watches and connections. */
    @Override
    public void close() {
        housekeeping.close();
        objects.store().close();
        http.close();
    }

    private static Map<String, SimulatedApiEndpoint> endpointsFor(SimulatedKubeletDialer kubelets) {
        var exec = new SimulatedExecEndpoint(kubelets);
        var proxy = new SimulatedProxyEndpoint(kubelets);
        var usage = new SimulatedMetricsServerEndpoint(kubelets);
        return Map.ofEntries(
                Map.entry("selfsubjectaccessreviews.authorization.k8s.io",
                        SimulatedAccessReviewEndpoints::answerSelfAccess),
                Map.entry("selfsubjectreviews.authentication.k8s.io", SimulatedAccessReviewEndpoints::answerSelf),
                Map.entry("pods/binding", SimulatedWriteEndpoints::answerBinding),
                Map.entry("pods/eviction", SimulatedWriteEndpoints::answerEviction),
                Map.entry("pods/log", new SimulatedLogEndpoint(kubelets)::answerLog),
                Map.entry("pods/exec", exec::answerExec), Map.entry("pods/attach", exec::answerAttach),
                Map.entry("pods/portforward", new SimulatedPortForwardEndpoint(kubelets)::answerPortForward),
                Map.entry("pods/proxy", proxy::answerPod), Map.entry("services/proxy", proxy::answerService),
                Map.entry("nodes/proxy", proxy::answerNode), Map.entry("nodes.metrics.k8s.io", usage::answerNodes),
                Map.entry("pods.metrics.k8s.io", usage::answerPods),
                Map.entry("*/scale", SimulatedWriteEndpoints::answerScale));
    }
}
