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
import tessera.demo.admission.write.WriteRules;
import tessera.demo.api.auth.RbacAuthorizer;
import tessera.demo.api.auth.RequestUser;
import tessera.demo.api.auth.SimulatedBearerTokens;
import tessera.demo.api.call.ServerContext;
import tessera.demo.api.call.TableCache;
import tessera.demo.api.discovery.ApiServiceAvailability;
import tessera.demo.api.discovery.DiscoveryEndpoint;
import tessera.demo.api.housekeeping.AccountTokenController;
import tessera.demo.api.housekeeping.ApiHousekeeping;
import tessera.demo.api.housekeeping.NamespaceInitializer;
import tessera.demo.api.kubelet.KubeletEndpoint;
import tessera.demo.api.kubelet.UnreachableNodes;
import tessera.demo.api.openapi.OpenApiEndpoint;
import tessera.demo.api.request.ServerTimings;
import tessera.demo.http.HttpServer;
import tessera.demo.http.ServerFaults;
import tessera.demo.http.TlsMaterial;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.objects.ClusterNeighbours;
import tessera.demo.store.objects.CustomResourceServer;
import tessera.demo.store.objects.GeneratedNames;
import tessera.demo.store.objects.ResourceSchemas;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.WriteDependencies;

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
     * @param kubelet the agents on the nodes
     * @param random names and identifiers are drawn from it
     * @param tls    null for clear text. Go clients, kubectl and Helm among them, send their tokens only through TLS
     */
    public record ServerOptions(int port, Clock clock, ServerTimings timings, RandomGenerator random,
            @Nullable TlsMaterial tls,
            ObjectStore.Limits limits, KubeletEndpoint kubelet) {

        /** Returns the defaults: any port, clear text, real time. */
        public static ServerOptions defaultOptions(Clock clock) {
            return new ServerOptions(0, clock, ServerTimings.REAL, new SplittableRandom(1), null,
                    ObjectStore.Limits.USUAL,
                    new UnreachableNodes());
        }
    }

    private static final List<RequestUser> USERS = List.of(
            new RequestUser("admin", "uid-admin", List.of("system:masters")),
            new RequestUser("viewer", "uid-viewer", List.of("gpu-users")),
            new RequestUser("editor", "uid-editor", List.of("gpu-users")),
            new RequestUser("nodeadmin", "uid-nodeadmin", List.of()),
            new RequestUser("nobody", "uid-nobody", List.of()));

    private final HttpServer http;
    private final StoredObjects objects;
    private final SimulatedBearerTokens tokens;
    private final ServerFaults faults;
    private final Map<String, String> tokensByUser;
    private final @Nullable TlsMaterial tls;
    private final ApiHousekeeping housekeeping;

    private SimulatedApiServer(HttpServer http, ServerContext site, ApiHousekeeping housekeeping, ServerFaults faults,
            @Nullable TlsMaterial tls) {
        this.http = http;
        this.objects = site.objects();
        this.tokens = site.tokens();
        this.housekeeping = housekeeping;
        this.faults = faults;
        this.tls = tls;
        this.tokensByUser = new HashMap<>();
    }

    /** Starts a server with only the objects that every cluster starts with. */
    public static SimulatedApiServer start(ServerOptions options) throws IOException {
        var names = new GeneratedNames(options.random());
        var catalog = new ResourceCatalog();
        var store = new ObjectStore(options.limits());
        var schemas = new ResourceSchemas();
        new StoreBootstrap(catalog, schemas, options.clock(), names).fillStore(store);
        var rules = new WriteRules(new ClusterNeighbours(store, catalog), schemas);
        var housekeeping = new ApiHousekeeping(new NamespaceInitializer(catalog, options.clock(), names),
                options.clock());
        var tokens = new SimulatedBearerTokens(options.clock());
        var aftermaths = List.of(new CustomResourceServer(catalog, schemas, store, options.clock()), housekeeping,
                new AccountTokenController(catalog, tokens, names));
        var objects = new StoredObjects(
                new WriteDependencies(store, catalog, schemas, rules, options.clock(), names, aftermaths));
        housekeeping.startChores(objects);
        var site = new ServerContext(objects, tokens, new RbacAuthorizer(store, catalog),
                new TableCache(schemas::printerColumns), options.clock(), options.timings(), names::randomUid);
        var availability = new ApiServiceAvailability(store, catalog.get("apiservices.apiregistration.k8s.io"));
        var paths = new PathRoutes(catalog, new DiscoveryEndpoint(catalog, availability),
                new OpenApiEndpoint(catalog, schemas));
        var faults = new ServerFaults();
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port());
        var tls = options.tls();
        var http = HttpServer.start(address, tls == null ? null : tls.context(), options.clock(), faults,
                new RequestRouter(site, paths, availability, SpecialEndpoints.endpointsFor(options.kubelet())));
        var server = new SimulatedApiServer(http, site, housekeeping, faults, tls);
        USERS.forEach(user -> server.addUser(user, names.randomUid()));
        return server;
    }

    private void addUser(RequestUser user, String token) {
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
        return tls == null ? ""
                : "\n    certificate-authority-data: "
                        + Base64.getEncoder().encodeToString(tls.certificate().getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the stored objects, for controllers and tests. */
    public StoredObjects storedObjects() {
        return objects;
    }

    /** Returns the faults that can be injected into connections. */
    public ServerFaults serverFaults() {
        return faults;
    }

    /** Ends every connection at once, like a network failure. */
    public void dropConnections() {
        http.dropConnections();
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
}
