package tessera.demo.environment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tessera.demo.fixture.template.SimulatedTemplateFile;
import tessera.demo.fixture.template.SimulatedTemplateValues;
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
 *
 * @param now the instant at which the cluster is as described
 */
public record SimulatedClusterVariantReader(Instant now) {

    private static final Duration AGE = Duration.ofDays(12);
    private static final SimulatedTemplateFile TEMPLATES = new SimulatedTemplateFile(
            SimulatedClusterVariantReader.class, "shorthand.yaml");

    /** Returns the objects, owners before the objects that belong to them. */
    public List<ObjectNode> readObjects(SimulatedClusterVariant environment) {
        var objects = new ArrayList<ObjectNode>();
        SimulatedTemplateFile.readDocuments(SimulatedClusterVariantReader.class, environment.label() + ".yaml")
                .forEach(document -> addRepeated(document, objects));
        return objects;
    }

    private void addRepeated(ObjectNode document, List<ObjectNode> objects) {
        int count = document.path("repeat").asInt(1);
        document.remove("repeat");
        for (int i = 0; i < count; i++) {
            var text = count == 1 ? document.toString() : document.toString().replace("#", Integer.toString(i));
            var one = SimulatedStoreJsonCodec.readObject(text.getBytes(StandardCharsets.UTF_8));
            switch (SimulatedStoreJsonCodec.textAt(one, "kind")) {
                case "Machine" -> {
                    var lease = TEMPLATES.expand("Lease", new SimulatedTemplateValues().putFields(one).put("renewed",
                            SimulatedTimestampFormat.microsText(now)));
                    objects.add(withMetadata(lease));
                    objects.add(withMetadata(newNode(one)));
                }
                case "Running" -> objects.add(withMetadata(newPod(one)));
                default -> objects.add(withMetadata(one));
            }
        }
    }

    private ObjectNode newNode(ObjectNode machine) {
        var fields = TEMPLATES.expand("MachineDefaults", new SimulatedTemplateValues()).setAll(machine);
        int hash = SimulatedStoreJsonCodec.textAt(machine, "name").hashCode();
        var node = TEMPLATES.expand("Machine", new SimulatedTemplateValues().putFields(fields)
                .put("address", "10.20.%d.%d".formatted(hash >>> 8 & 255, hash & 255))
                .put("capacity", machine.has("capacity") ? machine.path("capacity") : fields.path("devices"))
                .put("allocatable", machine.has("allocatable") ? machine.path("allocatable") : fields.path("devices")));
        var conditions = (ArrayNode) node.path("status").path("conditions");
        machine.path("conditions").forEach(conditions::add);
        conditions.forEach(condition -> ((ObjectNode) condition).put("lastHeartbeatTime", now.toString())
                .put("lastTransitionTime", now.minus(AGE).toString()));
        return node;
    }

    private ObjectNode newPod(ObjectNode running) {
        var started = now.minus(Duration.ofHours(9)).toString();
        var statuses = SimulatedStoreJsonCodec.NODES.arrayNode();
        running.path("spec").path("containers").forEach(container -> statuses.add(TEMPLATES.expand("ContainerStatus",
                new SimulatedTemplateValues().putFields(container).put("started", started))));
        return TEMPLATES.expand("Running", new SimulatedTemplateValues().putFields(running).put("started", started)
                .put("containerStatuses", statuses));
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
