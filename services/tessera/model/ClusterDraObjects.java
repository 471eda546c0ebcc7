package tessera.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.SnapshotCollectionHealth.LiveCollection;
import tessera.model.SnapshotCollectionHealth.LoadingCollection;
import tessera.model.SnapshotCollectionHealth.StaleCollection;
import tessera.model.SnapshotCollectionHealth.UnavailableCollection;
import tessera.text.MessageCatalog;

/**
 * The known objects of dynamic resource allocation in a cluster.
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
public record ClusterDraObjects(String version, ServerVersion server, DraCollectionsHealth health,
        List<ResourceSlice> slices, List<DeviceClass> classes, List<ResourceClaim> claims, List<DeviceTaintRule> rules,
        Map<String, Instant> recent) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterDraObjects.class);

    /** How a collection stands that the cluster does not serve. */
    public static final SnapshotCollectionHealth UNSERVED = new UnavailableCollection(
            Problem.of(Problem.OperationProblemKind.NOT_FOUND, new DraUnserved()));

    /** Of a cluster without dynamic resource allocation, or one of which nothing was asked. */
    public static final ClusterDraObjects NONE = new ClusterDraObjects("", ServerVersion.UNKNOWN,
            new DraCollectionsHealth(UNSERVED, UNSERVED, UNSERVED, UNSERVED), List.of(), List.of(), List.of(),
            List.of(), Map.of());

    /** The reliability of each collection. */
    public record DraCollectionsHealth(SnapshotCollectionHealth slices, SnapshotCollectionHealth classes,
            SnapshotCollectionHealth claims, SnapshotCollectionHealth taintRules) {}

    public ClusterDraObjects {
        slices = List.copyOf(slices);
        classes = List.copyOf(classes);
        claims = List.copyOf(claims);
        rules = List.copyOf(rules);
        recent = Map.copyOf(recent);
    }

    /** Returns the same inventory with other claims and pods that changed recently. */
    public ClusterDraObjects withRecentChanges(Map<String, Instant> stirred) {
        return new ClusterDraObjects(version, server, health, slices, classes, claims, rules, stirred);
    }

    /** Returns whether no collection is being read for the first time. */
    public boolean isLoaded() {
        return Stream.of(health.slices(), health.claims(), health.classes(), health.taintRules())
                .noneMatch(LoadingCollection.class::isInstance);
    }

    /** Returns whether the cluster serves the API. */
    public boolean isServed() {
        return !version.isEmpty();
    }

    /** Returns the reason why slices are unknown although the cluster serves them, usually a missing permission. */
    public Optional<Problem> hiddenSlicesProblem() {
        return hidden(health.slices(), "resourceslices");
    }

    /** Returns the reason why claims are unknown although the cluster serves them: the holders of devices are unknown then. */
    public Optional<Problem> hiddenClaimsProblem() {
        return hidden(health.claims(), "resourceclaims");
    }

    /** Returns the reasons why collections are unknown although the cluster serves them. */
    public Stream<Problem> hiddenProblems() {
        return Stream.of(hiddenSlicesProblem(), hiddenClaimsProblem(), hidden(health.classes(), "deviceclasses"))
                .flatMap(Optional::stream);
    }

    /** A refusal names the rule that is needed; the server's words only repeat what may not be done. */
    private Optional<Problem> hidden(SnapshotCollectionHealth health, String kind) {
        if (!(health instanceof UnavailableCollection(var problem)) || !isServed()) {
            return Optional.empty();
        }
        return Optional.of(problem.kind() != OperationProblemKind.FORBIDDEN ? problem
                : problem.withDetail("").withRemedy(MESSAGES.text("dra.permission", kind)));
    }

    /** Returns the resources that classes offer without a device plugin; empty where it is not known which classes there are. */
    public Optional<Set<String>> classResources() {
        boolean known = switch (health.classes()) {
            case LiveCollection _,StaleCollection _ -> true;
            case LoadingCollection _ -> false;
            case UnavailableCollection _ -> !isServed();
        };
        if (known) {
            return Optional.of(classes.stream().map(DeviceClass::extendedResource).filter(name -> !name.isEmpty())
                    .collect(Collectors.toUnmodifiableSet()));
        }
        return Optional.empty();
    }

    /** Returns the class that serves an extended resource; the newest where several claim the name. */
    public Optional<DeviceClass> classForResource(String resource) {
        return DeviceClassResourceNames.classServing(classes, resource);
    }
}
