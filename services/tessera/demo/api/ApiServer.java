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
import tessera.demo.api.auth.BearerTokens;
import tessera.demo.api.auth.RbacAuthorizer;
import tessera.demo.api.auth.RequestUser;
import tessera.demo.api.call.ServerContext;
import tessera.demo.api.call.TableCache;
import tessera.demo.api.discovery.ApiServiceAvailability;
import tessera.demo.api.discovery.DiscoveryEndpoint;
import tessera.demo.api.housekeeping.AccountTokens;
import tessera.demo.api.housekeeping.ApiHousekeeping;
import tessera.demo.api.housekeeping.NamespaceInitializer;
import tessera.demo.api.kubelet.KubeletEndpoint;
import tessera.demo.api.kubelet.UnreachableNodes;
import tessera.demo.api.openapi.OpenApi;
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
 * A Kubernetes API server, version 1.36.2 as far as clients can tell, on a port of this machine. It stores objects and
 * obeys the rules of the API; what happens to the objects is up to controllers, who find all they need in
 * {@link #objects()}.
 */
public final class ApiServer implements AutoCloseable {

    /**
     * How a server is to be.
     *
     * @param port   0 for any
     * @param clock  the time of the cluster
     * @param pace   how long the server's own waits take
     * @param kubelet the agents on the nodes
     * @param random names and identifiers are drawn from it
     * @param tls    null for clear text. Go clients, kubectl and Helm among them, send their tokens only through TLS
     */
    public record ServerOptions(int port, Clock clock, ServerTimings pace, RandomGenerator random,
            @Nullable TlsMaterial tls,
            ObjectStore.Limits limits, KubeletEndpoint kubelet) {

        /** Any port, clear text, real time. */
        public static ServerOptions usual(Clock clock) {
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
    private final BearerTokens tokens;
    private final ServerFaults faults;
    private final Map<String, String> tokensByUser;
    private final @Nullable TlsMaterial tls;
    private final ApiHousekeeping housekeeping;

    private ApiServer(HttpServer http, ServerContext site, ApiHousekeeping housekeeping, ServerFaults faults,
            @Nullable TlsMaterial tls) {
        this.http = http;
        this.objects = site.objects();
        this.tokens = site.tokens();
        this.housekeeping = housekeeping;
        this.faults = faults;
        this.tls = tls;
        this.tokensByUser = new HashMap<>();
    }

    /** Starts a server with nothing in it but what every cluster is born with. */
    public static ApiServer start(ServerOptions options) throws IOException {
        var names = new GeneratedNames(options.random());
        var catalog = new ResourceCatalog();
        var store = new ObjectStore(options.limits());
        var schemas = new ResourceSchemas();
        new StoreBootstrap(catalog, schemas, options.clock(), names).fill(store);
        var rules = new WriteRules(new ClusterNeighbours(store, catalog), schemas);
        var housekeeping = new ApiHousekeeping(new NamespaceInitializer(catalog, options.clock(), names),
                options.clock());
        var tokens = new BearerTokens(options.clock());
        var aftermaths = List.of(new CustomResourceServer(catalog, schemas, store, options.clock()), housekeeping,
                new AccountTokens(catalog, tokens, names));
        var objects = new StoredObjects(
                new WriteDependencies(store, catalog, schemas, rules, options.clock(), names, aftermaths));
        housekeeping.begin(objects);
        var site = new ServerContext(objects, tokens, new RbacAuthorizer(store, catalog),
                new TableCache(schemas::printerColumns), options.clock(), options.pace(), names::uid);
        var availability = new ApiServiceAvailability(store, catalog.get("apiservices.apiregistration.k8s.io"));
        var paths = new PathRoutes(catalog, new DiscoveryEndpoint(catalog, availability),
                new OpenApi(catalog, schemas));
        var faults = new ServerFaults();
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port());
        var tls = options.tls();
        var http = HttpServer.start(address, tls == null ? null : tls.context(), options.clock(), faults,
                new RequestRouter(site, paths, availability, SpecialEndpoints.of(options.kubelet())));
        var server = new ApiServer(http, site, housekeeping, faults, tls);
        USERS.forEach(user -> server.admit(user, names.uid()));
        return server;
    }

    private void admit(RequestUser user, String token) {
        tokensByUser.put(user.name(), token);
        tokens.grant(token, user);
    }

    /** Where it listens: {@code http://127.0.0.1:…}. */
    public String url() {
        return (tls == null ? "http" : "https") + "://127.0.0.1:" + http.port();
    }

    /** The bearer token of admin, viewer, editor, nodeadmin or nobody. */
    public String token(String user) {
        var token = tokensByUser.get(user);
        if (token == null) {
            throw new IllegalArgumentException("no user " + user);
        }
        return token;
    }

    /** A kubeconfig for one of the users. */
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
                """.formatted(url(), authority(), user, user, token(user));
    }

    private String authority() {
        return tls == null ? ""
                : "\n    certificate-authority-data: "
                        + Base64.getEncoder().encodeToString(tls.certificate().getBytes(StandardCharsets.US_ASCII));
    }

    /** The cluster itself, for controllers and tests. */
    public StoredObjects objects() {
        return objects;
    }

    /** Who is known by which token; tokens may be revoked. */
    public BearerTokens tokens() {
        return tokens;
    }

    /** What may go wrong on the wire. */
    public ServerFaults faults() {
        return faults;
    }

    /** Ends every connection at once, as a network that fails would. */
    public void dropConnections() {
        http.dropConnections();
    }

    /** Waits until all that follows from the writes so far is done: namespaces cleared, quotas counted. */
    public void settle() throws InterruptedException {
        housekeeping.settle();
    }

    /** Ends watches and connections. */
    @Override
    public void close() {
        housekeeping.close();
        objects.store().close();
        http.close();
    }
}
