package tessera.demo.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;

/**
 * The objects of a cluster environment, read from its file. A document is an object as a server holds it, with these short forms:
 *
 * <ul>
 * <li>{@code kind: Machine} with {@code name}, {@code labels}, {@code annotations}, {@code devices}, {@code taints},
 * {@code conditions}, {@code cpu}, {@code memory}: a Node that is ready;
 * <li>{@code repeat: N}: so many of it, {@code #} in each text being 0 to N-1;
 * <li>{@code kind: Running} with {@code metadata}, {@code node}, {@code spec}: a Pod that runs there.
 * </ul>
 */
public final class SimulatedClusterVariantReader {

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Duration AGE = Duration.ofDays(12);

    private final Instant now;

    /** @param now the instant at which the cluster is as described */
    public SimulatedClusterVariantReader(Instant now) {
        this.now = now;
    }

    /** Returns the objects, owners before the objects that belong to them. */
    public List<ObjectNode> readObjects(SimulatedClusterVariant environment) {
        var objects = new ArrayList<ObjectNode>();
        try (var stream = Objects.requireNonNull(
                SimulatedClusterVariantReader.class.getResourceAsStream(environment.label() + ".yaml"));
                var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(stream)) {
            while (documents.hasNext()) {
                if (documents.next() instanceof ObjectNode document) {
                    addRepeated(document, objects);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the environment %s is damaged".formatted(environment.label()), e);
        }
        return objects;
    }

    private void addRepeated(ObjectNode document, List<ObjectNode> objects) throws IOException {
        int count = document.path("repeat").asInt(1);
        document.remove("repeat");
        var text = document.toString();
        for (int i = 0; i < count; i++) {
            var one = (ObjectNode) YAML.readTree(count == 1 ? text : text.replace("#", Integer.toString(i)));
            objects.add(switch (SimulatedStoreJsonCodec.textAt(one, "kind")) {
                case "Machine" -> {
                    objects.add(newLease(SimulatedStoreJsonCodec.textAt(one, "name")));
                    yield newNode(one);
                }
                case "Running" -> newPod(one);
                default -> withMetadata(one);
            });
        }
    }

    /** Returns the lease that marks a node's kubelet as running. */
    private ObjectNode newLease(String node) {
        var lease = SimulatedStoreJsonCodec.newObject().put("apiVersion", "coordination.k8s.io/v1").put("kind",
                "Lease");
        lease.putObject("metadata").put("namespace", "kube-node-lease").put("name", node);
        lease.putObject("spec").put("holderIdentity", node).put("leaseDurationSeconds", 40).put("renewTime",
                SimulatedTimestampFormat.microsText(now));
        return withMetadata(lease);
    }

    private ObjectNode newNode(ObjectNode machine) {
        var name = SimulatedStoreJsonCodec.textAt(machine, "name");
        var node = SimulatedStoreJsonCodec.newObject().put("apiVersion", "v1").put("kind", "Node");
        var metadata = node.putObject("metadata").put("name", name);
        metadata.putObject("labels").put("kubernetes.io/hostname", name).put("kubernetes.io/os", "linux")
                .put("kubernetes.io/arch", "amd64").setAll(machine.withObject("/labels"));
        metadata.set("annotations", machine.withObject("/annotations"));
        var spec = node.putObject("spec").put("providerID", "cloud:///" + name);
        machine.path("taints").forEach(spec.putArray("taints")::add);
        var status = node.putObject("status");
        for (var amounts : List.of("capacity", "allocatable")) {
            var devices = machine.has(amounts) ? amounts : "devices";
            status.putObject(amounts).put("cpu", machine.path("cpu").asText("96"))
                    .put("memory", machine.path("memory").asText("1048000000Ki")).put("pods", "110")
                    .put("ephemeral-storage", "900000000Ki").setAll(machine.withObject("/" + devices));
        }
        addConditions(status.putArray("conditions"), machine);
        var addresses = status.putArray("addresses");
        addresses.addObject().put("type", "InternalIP").put("address",
                "10.20.%d.%d".formatted(name.hashCode() >>> 8 & 255, name.hashCode() & 255));
        addresses.addObject().put("type", "Hostname").put("address", name);
        status.putObject("nodeInfo").put("kubeletVersion", "v1.36.2").put("osImage", "Ubuntu 24.04.3 LTS")
                .put("kernelVersion", "6.8.0-79-generic").put("containerRuntimeVersion", "containerd://2.1.4")
                .put("architecture", "amd64").put("operatingSystem", "linux");
        return withMetadata(node);
    }

    /** Adds the conditions that the kubelet and other agents of the node report. */
    private void addConditions(ArrayNode conditions, ObjectNode machine) {
        for (var pressure : List.of("MemoryPressure", "DiskPressure", "PIDPressure")) {
            conditions.addObject().put("type", pressure).put("status", "False").put("reason",
                    "KubeletHasNo" + pressure);
        }
        conditions.addObject().put("type", "Ready").put("status", "True").put("reason", "KubeletReady").put("message",
                "kubelet is posting ready status");
        machine.path("conditions").forEach(conditions::add);
        conditions.forEach(condition -> ((ObjectNode) condition).put("lastHeartbeatTime", now.toString())
                .put("lastTransitionTime", now.minus(AGE).toString()));
    }

    private ObjectNode newPod(ObjectNode running) {
        var pod = SimulatedStoreJsonCodec.newObject().put("apiVersion", "v1").put("kind", "Pod");
        pod.set("metadata", running.withObject("/metadata"));
        var spec = pod.putObject("spec").put("nodeName", SimulatedStoreJsonCodec.textAt(running, "node"))
                .put("restartPolicy", "Always")
                .put("schedulerName", "default-scheduler").put("serviceAccountName", "default");
        spec.setAll(running.withObject("/spec"));
        var started = now.minus(Duration.ofHours(9)).toString();
        var status = pod.putObject("status").put("phase", "Running").put("startTime", started);
        for (var type : List.of("PodScheduled", "Initialized", "ContainersReady", "Ready")) {
            status.withArray("/conditions").addObject().put("type", type).put("status", "True")
                    .put("lastTransitionTime", started);
        }
        for (var container : spec.path("containers")) {
            status.withArray("/containerStatuses").addObject()
                    .put("name", SimulatedStoreJsonCodec.textAt(container, "name"))
                    .put("image", SimulatedStoreJsonCodec.textAt(container, "image")).put("ready", true)
                    .put("started", true)
                    .put("restartCount", 0).putObject("state").putObject("running").put("startedAt", started);
        }
        return withMetadata(pod);
    }

    private ObjectNode withMetadata(ObjectNode object) {
        var metadata = SimulatedStoreJsonCodec.childObject(object, "metadata");
        if (!metadata.has("creationTimestamp")) {
            metadata.put("creationTimestamp", now.minus(AGE).truncatedTo(ChronoUnit.SECONDS).toString());
        }
        if (!metadata.has("uid")) {
            var key = "%s/%s/%s".formatted(SimulatedStoreJsonCodec.textAt(object, "kind"),
                    SimulatedStoreJsonCodec.textAt(metadata, "namespace"),
                    SimulatedStoreJsonCodec.textAt(metadata, "name"));
            metadata.put("uid", UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)).toString());
        }
        return object;
    }
}
