package tessera.demo.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.demo.SimulatedControlPlane;
import tessera.demo.api.SimulatedApiServer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.demo.store.select.SimulatedListObjectFilter;

/** A small cluster that runs fast, and what tests do to it. */
final class World implements AutoCloseable {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final SimulatedWriteOptions TEST = SimulatedWriteOptions.managedBy("kubectl");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Clock clock;
    private final SimulatedApiServer server;
    private final SimulatedControlPlane controllers;
    private boolean kubelets = true;

    World(double speed) throws IOException {
        clock = new SpeedAdjustedClock(Clock.systemUTC(), speed);
        server = SimulatedApiServer.start(SimulatedApiServer.ApiServerOptions.defaultOptions(clock));
        controllers = new SimulatedControlPlane(objects(), clock, speed, Duration.ofSeconds(50));
        create("{kind: Namespace, apiVersion: v1, metadata: {name: work}}");
    }

    /** Nodes get leases that nobody renews, but which hold for long. */
    World withoutKubelets() {
        kubelets = false;
        return this;
    }

    World start() {
        if (kubelets) {
            controllers.start();
        } else {
            controllers.loop().start();
        }
        for (var namespace : list("namespaces", "")) {
            awaitObject("serviceaccounts", SimulatedStoreJsonCodec.textAt(namespace, "metadata", "name"), "default",
                    _ -> true);
        }
        await(() -> list("nodes", ""), nodes -> nodes.stream().noneMatch(World::newcomer));
        return this;
    }

    /** A node is kept free of pods until somebody has seen that it is ready. */
    private static boolean newcomer(ObjectNode node) {
        return node.at("/status/conditions/0/status").asText().equals("True")
                && node.path("spec").path("taints").toString().contains("not-ready");
    }

    SimulatedControlPlane controllers() {
        return controllers;
    }

    tessera.demo.store.objects.SimulatedApiStorage objects() {
        return server.storedObjects();
    }

    /** Adds nodes w-1, w-2, … with eight GPUs each, and fresh leases. */
    World nodes(int count) {
        for (int i = 1; i <= count; i++) {
            node("w-" + i);
        }
        return this;
    }

    void node(String name) {
        var now = SimulatedTimestampFormat.secondsText(clock.instant());
        create("""
                kind: Node
                apiVersion: v1
                metadata: {name: %1$s, labels: {kubernetes.io/hostname: %1$s, gpu: 'yes'}}
                spec: {podCIDR: 10.128.0.0/24}
                status:
                  allocatable: {cpu: '64', memory: 256Gi, pods: '110', nvidia.com/gpu: '8'}
                  capacity: {cpu: '64', memory: 256Gi, pods: '110', nvidia.com/gpu: '8'}
                  addresses: [{type: InternalIP, address: 10.20.0.1}]
                  conditions:
                  - {type: Ready, status: 'True', reason: KubeletReady, message: kubelet is posting ready status,
                     lastHeartbeatTime: '%2$s', lastTransitionTime: '%2$s'}
                """.formatted(name, now));
        create("""
                kind: Lease
                apiVersion: coordination.k8s.io/v1
                metadata: {name: %s, namespace: kube-node-lease}
                spec: {holderIdentity: %s, leaseDurationSeconds: 40, renewTime: '%s'}
                """.formatted(name, name,
                SimulatedTimestampFormat.microsText(clock.instant().plusSeconds(kubelets ? 0 : 100_000))));
    }

    ObjectNode create(String yaml) {
        try {
            return create((ObjectNode) YAML.readTree(yaml));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    ObjectNode create(ObjectNode object) {
        try {
            return objects().create(type(object), object, TEST);
        } catch (SimulatedApiException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private SimulatedResourceType type(ObjectNode object) {
        var type = objects().catalog().findByKind(SimulatedStoreJsonCodec.textAt(object, "apiVersion"),
                SimulatedStoreJsonCodec.textAt(object, "kind"));
        if (type == null) {
            throw new IllegalArgumentException("no such kind: " + object);
        }
        return type;
    }

    SimulatedResourceType type(String qualified) {
        return objects().catalog().get(qualified);
    }

    @Nullable
    ObjectNode find(String resource, String namespace, String name) {
        return objects().find(type(resource), namespace, name);
    }

    List<ObjectNode> list(String resource, String namespace) {
        return objects().list(type(resource), SimulatedListObjectFilter.ofNamespace(namespace));
    }

    /** Changes an object as a user does. */
    void edit(String resource, String namespace, String name, Consumer<ObjectNode> change) {
        try {
            objects().edit(SimulatedObjectWriteTarget.of(type(resource), namespace, name), change::accept, TEST);
        } catch (SimulatedApiException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Changes the status of an object as a controller or a test by hand does. */
    void editStatus(String resource, String namespace, String name, Consumer<ObjectNode> change) {
        try {
            objects().edit(SimulatedObjectWriteTarget.of(type(resource), namespace, name).withSubresource("status"),
                    draft -> change.accept(SimulatedStoreJsonCodec.childObject(draft, "status")), TEST);
        } catch (SimulatedApiException e) {
            throw new IllegalStateException(e);
        }
    }

    void delete(String resource, String namespace, String name, SimulatedDeleteOptions options) {
        try {
            objects().delete(SimulatedObjectWriteTarget.of(type(resource), namespace, name), options);
        } catch (SimulatedApiException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until something holds; fails with what was there instead. */
    <T extends @Nullable Object> T await(Supplier<T> what, Predicate<T> holds) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            long version = objects().store().currentVersion();
            var value = what.get();
            if (holds.test(value)) {
                return value;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("in vain waited for something else than " + value);
            }
            try {
                objects().store().awaitVersion(version + 1, Duration.ofMillis(100));
            } catch (InterruptedException e) {
                throw new UncheckedIOException(new IOException(e));
            }
        }
    }

    /** Waits until an object exists and is as wanted. */
    ObjectNode awaitObject(String resource, String namespace, String name, Predicate<ObjectNode> holds) {
        return Objects.requireNonNull(
                await(() -> find(resource, namespace, name), found -> found != null && holds.test(found)));
    }

    void awaitGone(String resource, String namespace, String name) {
        await(() -> find(resource, namespace, name), found -> found == null);
    }

    /** Waits for so many pods of a namespace that all are as wanted. */
    List<ObjectNode> awaitPods(String namespace, int count, Predicate<ObjectNode> each) {
        return await(() -> list("pods", namespace), pods -> pods.size() == count && pods.stream().allMatch(each));
    }

    static boolean ready(ObjectNode pod) {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    List<String> events(String reason) {
        return list("events", "").stream().filter(event -> event.path("reason").asText().equals(reason))
                .map(event -> event.path("message").asText()).toList();
    }

    @Override
    public void close() {
        controllers.close();
        server.close();
    }
}
