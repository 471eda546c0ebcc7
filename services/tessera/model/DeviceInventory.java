package tessera.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.Problem.ProblemKind;

/**
 * All that is known of dynamic resource allocation in a cluster.
 *
 * @param version  API version that is read, e.g. {@code resource.k8s.io/v1}; empty where the cluster serves none
 * @param server   whose scheduler hands out the devices
 * @param slices   of all nodes, with the taints of rules on their devices, by name
 * @param classes  by name
 * @param claims   of all namespaces, by namespace and name
 * @param rules    taints that administrators put on devices, by name
 * @param recent   claims that changed and pods that went within the last minute, by namespace and name, and when, by this
 *                 machine's clock: who uses such a claim may not show yet
 */
public record DeviceInventory(String version, ServerVersion server, Collections health, List<ResourceSlice> slices,
        List<DeviceClass> classes, List<ResourceClaim> claims, List<DeviceTaintRule> rules,
        Map<String, Instant> recent) {

    /** How a collection stands that the cluster does not serve. */
    public static final SourceHealth UNSERVED = new SourceHealth.Absent(
            Problem.of(Problem.ProblemKind.NOT_FOUND, "The cluster does not serve resource.k8s.io"));

    /** Of a cluster without dynamic resource allocation, or one of which nothing was asked. */
    public static final DeviceInventory NONE = new DeviceInventory("", ServerVersion.UNKNOWN,
            new Collections(UNSERVED, UNSERVED, UNSERVED), List.of(), List.of(), List.of(), List.of(), Map.of());

    /** How far each collection can be relied on. */
    public record Collections(SourceHealth slices, SourceHealth classes, SourceHealth claims) {}

    public DeviceInventory {
        slices = List.copyOf(slices);
        classes = List.copyOf(classes);
        claims = List.copyOf(claims);
        rules = List.copyOf(rules);
        recent = Map.copyOf(recent);
    }

    /** The same with other claims and pods of which little time passed since. */
    public DeviceInventory with(Map<String, Instant> stirred) {
        return new DeviceInventory(version, server, health, slices, classes, claims, rules, stirred);
    }

    /** Whether nothing of it is being read for the first time. */
    public boolean settled() {
        return Stream.of(health.slices(), health.claims(), health.classes())
                .noneMatch(SourceHealth.LoadingSource.class::isInstance);
    }

    /** Whether the cluster serves the API. */
    public boolean served() {
        return !version.isEmpty();
    }

    /** Why slices are not known although the cluster serves them, usually for want of a permission. */
    public Optional<Problem> hiddenSlices() {
        return hidden(health.slices(), "resourceslices");
    }

    /** Why claims are not known although the cluster serves them: who holds a device is not known then. */
    public Optional<Problem> hiddenClaims() {
        return hidden(health.claims(), "resourceclaims");
    }

    /** Why something of it is not known although the cluster serves it. */
    public Stream<Problem> gaps() {
        return Stream.of(hiddenSlices(), hiddenClaims(), hidden(health.classes(), "deviceclasses"))
                .flatMap(Optional::stream);
    }

    /** A refusal names the rule that is needed; the server's words only repeat what may not be done. */
    private Optional<Problem> hidden(SourceHealth health, String kind) {
        if (!(health instanceof SourceHealth.Absent(var why)) || !served()) {
            return Optional.empty();
        }
        return Optional.of(why.kind() != ProblemKind.FORBIDDEN ? why
                : why.withDetail("").withRemedy("Needs get, list and watch on %s in the API group resource.k8s.io."
                        .formatted(kind)));
    }

    /** The class whose devices pods get that ask for an extended resource; the newest where several claim the name. */
    public Optional<DeviceClass> classOf(String resource) {
        return DeviceClassNames.serving(classes, resource);
    }
}
