package tessera.bench;

import com.fasterxml.jackson.core.JsonFactory;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import tessera.cluster.ClusterConnection;
import tessera.cluster.ClusterSession;
import tessera.cluster.ClusterSessionOptions;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.model.ClusterSnapshot;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;

/** One way to read a whole fleet, measured from the first line of a process of its own. */
enum Contender {

    BYTES("reading the bytes only", "-Xmx256m") {
        @Override
        AutoCloseable read(Fleet fleet) throws Exception {
            return pages(fleet, body -> {
                var buffer = new byte[1 << 16];
                while (body.read(buffer) >= 0) {
                    // Nothing is done with them.
                }
            });
        }
    },

    TOKENS("tokenising them only (Jackson)", "-Xmx256m") {
        @Override
        AutoCloseable read(Fleet fleet) throws Exception {
            var factory = new JsonFactory();
            return pages(fleet, body -> {
                try (var parser = factory.createParser(body)) {
                    while (parser.nextToken() != null) {
                        // Nothing is done with them.
                    }
                }
            });
        }
    },

    INFORMERS("fabric8 informers", "-Xmx4g") {
        @Override
        AutoCloseable read(Fleet fleet) {
            var config = new ConfigBuilder().withAutoConfigure(false).withMasterUrl(fleet.address())
                    .withTrustCerts(true).withOnlyHttpWatches(true).build();
            var client = new KubernetesClientBuilder().withConfig(config).build();
            var nodes = client.nodes().withLimit((long) FleetServer.PAGE).runnableInformer(0);
            var pods = client.pods().inAnyNamespace().withLimit((long) FleetServer.PAGE).runnableInformer(0);
            CompletableFuture.allOf(nodes.start().toCompletableFuture(), pods.start().toCompletableFuture()).join();
            fleet.check(nodes.getStore().list().size(), pods.getStore().list().size());
            return client;
        }
    },

    OURS("ours", "-Xmx512m") {
        @Override
        AutoCloseable read(Fleet fleet) throws Exception {
            var context = fleet.context();
            var session = ClusterSession.open(() -> context,
                    ClusterSessionOptions.standard(Contexts.terms(), RandomGenerator.getDefault()),
                    SessionAccessMode.READ_ONLY);
            var live = new CountDownLatch(1);
            session.snapshots().observe(() -> {
                var now = session.snapshots().get();
                if (now.connection() instanceof SessionConnectionStatus.LiveConnection && now.devices().isLoaded()
                        && now.devices().claims().size() == fleet.claims()) {
                    live.countDown();
                }
            });
            live.await();
            var clusterSnapshot = session.snapshots().get();
            fleet.check(clusterSnapshot.nodes().size(), pods(clusterSnapshot));
            return session;
        }
    };

    /** Where the collections of dynamic resource allocation are. */
    static final String DEVICES = "/apis/resource.k8s.io/v1/";

    final String words;
    private final String memory;

    Contender(String text, String memory) {
        this.words = text;
        this.memory = memory;
    }

    /**
     * Returns the options its Java is started with: those of the program, whose compiler and collector are set for a short
     * start, with the class cache of a rehearsal; but for informers, which need more memory than they leave.
     */
    List<String> javaOptions() throws IOException {
        return this == INFORMERS ? List.of(memory)
                : options("-XX:AOTCache=" + classCache(), "-Xlog:aot=off", "-Xlog:cds=off");
    }

    /** Returns the options with which it leaves a class cache, as the program does when it is built. */
    List<String> rehearsalOptions() throws IOException {
        return options("-XX:AOTCacheOutput=" + classCache(), "-XX:TieredStopAtLevel=1");
    }

    private List<String> options(String... more) throws IOException {
        var launcher = Files.readString(Path.of("packaging/tessera"));
        var options = new ArrayList<>(
                List.of(launcher.replaceFirst("(?s).*\nalways='([^']*)'.*", "$1").split(" ", -1)));
        options.addAll(List.of(more));
        options.add(memory);
        return options;
    }

    private Path classCache() {
        return Child.FOLDER.resolve(name() + ".aot");
    }

    /** A fleet that is served somewhere. */
    record Fleet(String address, int nodes, int pods, boolean devices) {

        KubeconfigContextEntry context() throws IOException, ProblemException {
            return Contexts.context(address, "insecure-skip-tls-verify: true", "token: test-token");
        }

        int claims() {
            return devices ? nodes * SyntheticFleet.GPUS : 0;
        }

        /** How many objects there are at each path. */
        Map<String, Integer> paths() {
            return devices
                    ? Map.of("/api/v1/nodes", nodes, "/api/v1/pods", pods, DEVICES + "resourceslices", nodes,
                            DEVICES + "resourceclaims", claims())
                    : Map.of("/api/v1/nodes", nodes, "/api/v1/pods", pods);
        }

        void check(int nodesRead, int podsRead) {
            if (nodesRead != nodes || podsRead != pods) {
                throw new IllegalStateException(nodesRead + " nodes and " + podsRead + " pods were read");
            }
        }
    }

    private interface Reader {
        void read(InputStream body) throws IOException;
    }

    /** Reads the fleet; what was read is kept until the result is closed. */
    abstract AutoCloseable read(Fleet fleet) throws Exception;

    /** Contender, address, nodes, pods, and whether claims hand out the GPUs. Prints what it took. */
    public static void main(String[] arguments) throws Exception {
        long begun = System.nanoTime();
        var fleet = new Fleet(arguments[1], Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]),
                Boolean.parseBoolean(arguments[4]));
        var held = Contender.valueOf(arguments[0]).read(fleet);
        long wall = System.nanoTime() - begun;
        var processor = Vitals.processorTime();
        long peak = Vitals.peak();
        long retained = Vitals.retained();
        System.out.println(
                "wall=" + wall / 1_000 + " cpu=" + processor.toNanos() / 1_000 + " heap=" + retained + " peak=" + peak);
        held.close();
        System.exit(0);
    }

    private static int pods(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.nodes().stream().mapToInt(node -> node.pods().size()).sum()
                + clusterSnapshot.unbound().size();
    }

    /** As an informer and we do it: all kinds side by side, page by page. */
    private static AutoCloseable pages(Fleet fleet, Reader reader) throws Exception {
        var connection = ClusterConnection.open(fleet.context(), Contexts.terms(), () -> SessionAccessMode.READ_ONLY);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var both = new ArrayList<CompletableFuture<Void>>();
            fleet.paths().forEach((path, count) -> both.add(CompletableFuture.runAsync(() -> {
                for (int from = 0; from < count; from += FleetServer.PAGE) {
                    page(connection, path + "?limit=" + FleetServer.PAGE + "&continue=" + from, reader);
                }
            }, threads)));
            List.copyOf(both).forEach(CompletableFuture::join);
        }
        return connection;
    }

    private static void page(ClusterConnection connection, String path, Reader reader) {
        try (var reply = connection.send(ApiRequest.get(path, "read"))) {
            reader.read(reply.body());
        } catch (Exception e) {
            throw new IllegalStateException(path, e);
        }
    }
}
