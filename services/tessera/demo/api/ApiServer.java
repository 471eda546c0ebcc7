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
import tessera.demo.api.auth.Rbac;
import tessera.demo.api.auth.Tokens;
import tessera.demo.api.auth.User;
import tessera.demo.api.call.Site;
import tessera.demo.api.call.TableCache;
import tessera.demo.api.discovery.Availability;
import tessera.demo.api.discovery.Discovery;
import tessera.demo.api.housekeeping.AccountTokens;
import tessera.demo.api.housekeeping.Furnishing;
import tessera.demo.api.housekeeping.Housekeeping;
import tessera.demo.api.kubelet.Kubelet;
import tessera.demo.api.kubelet.Unreachable;
import tessera.demo.api.openapi.OpenApi;
import tessera.demo.api.request.Pace;
import tessera.demo.http.Faults;
import tessera.demo.http.HttpServer;
import tessera.demo.http.Tls;
import tessera.demo.store.Catalog;
import tessera.demo.store.Store;
import tessera.demo.store.objects.Definitions;
import tessera.demo.store.objects.Names;
import tessera.demo.store.objects.Neighbours;
import tessera.demo.store.objects.Objects;
import tessera.demo.store.objects.Schemas;
import tessera.demo.store.objects.Surroundings;

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
    public record Options(int port, Clock clock, Pace pace, RandomGenerator random, @Nullable Tls tls,
            Store.Limits limits, Kubelet kubelet) {

        /** Any port, clear text, real time. */
        public static Options usual(Clock clock) {
            return new Options(0, clock, Pace.REAL, new SplittableRandom(1), null, Store.Limits.USUAL,
                    new Unreachable());
        }
    }

    private static final List<User> USERS = List.of(new User("admin", "uid-admin", List.of("system:masters")),
            new User("viewer", "uid-viewer", List.of("gpu-users")),
            new User("editor", "uid-editor", List.of("gpu-users")),
            new User("nodeadmin", "uid-nodeadmin", List.of()), new User("nobody", "uid-nobody", List.of()));

    private final HttpServer http;
    private final Objects objects;
    private final Tokens tokens;
    private final Faults faults;
    private final Map<String, String> tokensByUser;
    private final @Nullable Tls tls;
    private final Housekeeping housekeeping;

    private ApiServer(HttpServer http, Site site, Housekeeping housekeeping, Faults faults, @Nullable Tls tls) {
        this.http = http;
        this.objects = site.objects();
        this.tokens = site.tokens();
        this.housekeeping = housekeeping;
        this.faults = faults;
        this.tls = tls;
        this.tokensByUser = new HashMap<>();
    }

    /** Starts a server with nothing in it but what every cluster is born with. */
    public static ApiServer start(Options options) throws IOException {
        var names = new Names(options.random());
        var catalog = new Catalog();
        var store = new Store(options.limits());
        var schemas = new Schemas();
        new Bootstrap(catalog, schemas, options.clock(), names).fill(store);
        var rules = new WriteRules(new Neighbours(store, catalog), schemas);
        var housekeeping = new Housekeeping(new Furnishing(catalog, options.clock(), names), options.clock());
        var tokens = new Tokens(options.clock());
        var aftermaths = List.of(new Definitions(catalog, schemas, store, options.clock()), housekeeping,
                new AccountTokens(catalog, tokens, names));
        var objects = new Objects(
                new Surroundings(store, catalog, schemas, rules, options.clock(), names, aftermaths));
        housekeeping.begin(objects);
        var site = new Site(objects, tokens, new Rbac(store, catalog),
                new TableCache(schemas::printerColumns), options.clock(), options.pace(), names::uid);
        var availability = new Availability(store, catalog.get("apiservices.apiregistration.k8s.io"));
        var paths = new PathRoutes(catalog, new Discovery(catalog, availability), new OpenApi(catalog, schemas));
        var faults = new Faults();
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port());
        var tls = options.tls();
        var http = HttpServer.start(address, tls == null ? null : tls.context(), options.clock(), faults,
                new Router(site, paths, availability, Endpoints.of(options.kubelet())));
        var server = new ApiServer(http, site, housekeeping, faults, tls);
        USERS.forEach(user -> server.admit(user, names.uid()));
        return server;
    }

    private void admit(User user, String token) {
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
    public Objects objects() {
        return objects;
    }

    /** Who is known by which token; tokens may be revoked. */
    public Tokens tokens() {
        return tokens;
    }

    /** What may go wrong on the wire. */
    public Faults faults() {
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
