package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.sharing.DevicePluginConfig;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DeviceShareCounts;
import tessera.text.MessageCatalog;

/**
 * The facts outside a pod on which its placement depends: other pods, namespace labels, device sharing. Each is read once, when it
 * is first needed. Any thread, one at a time.
 */
public final class SchedulingContext {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SchedulingContext.class);

    private static final ObjectRef PODS = ObjectRef.pod("", "");
    private static final ObjectRef NAMESPACES = new ObjectRef("v1", "Namespace", "namespaces", "", "");
    private static final String KARPENTER = "karpenter.sh";
    /** In which the cluster autoscaler says how it stands. */
    private static final ObjectRef AUTOSCALER = new ObjectRef("v1", "ConfigMap", "configmaps", "kube-system",
            "cluster-autoscaler-status");
    /** Only pods that have one of these take a port of their node, or keep others away. */
    private static final Set<String> CONCERNED = Set.of("hostPort", "podAntiAffinity");
    static final String ALIVE = "fieldSelector=status.phase%21%3DSucceeded%2Cstatus.phase%21%3DFailed";

    private final ClusterObjectSource source;
    private final List<String> unknown = new ArrayList<>();
    private Optional<Map<String, NeighborPodConstraints>> neighbours = Optional.empty();
    private Optional<Map<String, Map<String, String>>> namespaces = Optional.empty();
    private Optional<Boolean> grows = Optional.empty();
    private Optional<KubeletSharedDeviceRequestRules> shares = Optional.empty();
    private Optional<Optional<PriorityClasses>> priorities = Optional.empty();

    /** One of which nothing is read yet. */
    public SchedulingContext(ClusterObjectSource source) {
        this.source = source;
    }

    /**
     * The facts that were read, with notes on what could not be read.
     *
     * @param neighbours by uid, those pods that take ports of their node or keep others away
     * @param namespaces their labels, by name
     * @param unknown    what could not be looked at, a sentence each
     */
    record PodNeighborhoodFacts(Map<String, NeighborPodConstraints> neighbours,
            Map<String, Map<String, String>> namespaces, List<String> unknown) {

        PodNeighborhoodFacts {
            neighbours = Map.copyOf(neighbours);
            namespaces = Map.copyOf(namespaces);
            unknown = List.copyOf(unknown);
        }
    }

    synchronized PodNeighborhoodFacts factsFor(PodSchedulingSpec spec) throws ProblemException, InterruptedException {
        if (neighbours.isEmpty()) {
            neighbours = Optional.of(readNeighbours());
        }
        if (namespaces.isEmpty() && selectsNamespaces(spec, neighbours.get())) {
            namespaces = Optional.of(readNamespaceLabels());
        }
        return new PodNeighborhoodFacts(neighbours.get(), namespaces.orElseGet(Map::of), unknown);
    }

    /** Returns the rules by which device plugins hand out shares. */
    synchronized KubeletSharedDeviceRequestRules shareRules() throws ProblemException, InterruptedException {
        if (shares.isEmpty()) {
            shares = Optional.of(new DevicePluginSharingConfigReader(source).readRules());
        }
        return shares.get();
    }

    /** Returns whether Karpenter or the cluster autoscaler was found; false where reading is forbidden. */
    synchronized boolean hasAutoscaler() throws ProblemException, InterruptedException {
        if (grows.isEmpty()) {
            grows = Optional
                    .of(readOrFalse(() -> source.apiGroups().filter(groups -> groups.contains(KARPENTER)).isPresent()
                            || source.find(AUTOSCALER).isPresent()));
        }
        return grows.get();
    }

    /** Returns the priority classes; empty where they may not be read. */
    synchronized Optional<PriorityClasses> priorityClasses() throws ProblemException, InterruptedException {
        if (priorities.isEmpty()) {
            var found = new ArrayList<PriorityClasses>();
            readOrNote(new ArrayList<>(), () -> PriorityClasses.read(source).map(found::add).orElse(false), "");
            priorities = Optional.of(found.stream().findFirst());
        }
        return priorities.get();
    }

    /** A reading from the cluster. */
    interface SchedulingContextRead {
        boolean read() throws ProblemException, InterruptedException;
    }

    /** Returns what the reading returns, or false where it is forbidden. */
    static boolean readOrFalse(SchedulingContextRead reading) throws ProblemException, InterruptedException {
        try {
            return reading.read();
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            return false;
        }
    }

    static void readOrNote(List<String> unknown, SchedulingContextRead reading, String otherwise)
            throws ProblemException, InterruptedException {
        try {
            if (!reading.read()) {
                unknown.add(otherwise);
            }
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            unknown.add(otherwise + ": " + problemException.problem().problemText());
        }
    }

    private Map<String, NeighborPodConstraints> readNeighbours() throws ProblemException, InterruptedException {
        var found = new HashMap<String, NeighborPodConstraints>();
        readOrNote(unknown, () -> source.forEachWithFields(CONCERNED, PODS, ALIVE, pod -> {
            var constraints = NeighborPodConstraints.of(pod);
            if (!constraints.ports().isEmpty() || !constraints.antiAffinity().isEmpty()) {
                found.put(pod.path("metadata").path("uid").asText(), constraints);
            }
        }), MESSAGES.text("unknown.neighbours"));
        return Map.copyOf(found);
    }

    private static boolean selectsNamespaces(PodSchedulingSpec spec, Map<String, NeighborPodConstraints> neighbours) {
        return spec.affinity().stream().anyMatch(term -> term.namespaceSelector().isPresent())
                || spec.antiAffinity().stream().anyMatch(term -> term.namespaceSelector().isPresent())
                || neighbours.values().stream().flatMap(neighbourPod -> neighbourPod.antiAffinity().stream())
                        .anyMatch(term -> term.namespaceSelector().isPresent());
    }

    private Map<String, Map<String, String>> readNamespaceLabels() throws ProblemException, InterruptedException {
        var found = new HashMap<String, Map<String, String>>();
        readOrNote(unknown, () -> source.forEach(NAMESPACES, "", namespace -> {
            var labels = new HashMap<String, String>();
            for (var label : namespace.path("metadata").path("labels").properties()) {
                labels.put(label.getKey(), label.getValue().asText());
            }
            found.put(namespace.path("metadata").path("name").asText(), Map.copyOf(labels));
        }), MESSAGES.text("unknown.namespaceLabels"));
        return Map.copyOf(found);
    }

    /** Reads how device plugins are configured to hand out shares. Waits for the cluster. */
    private static final class DevicePluginSharingConfigReader {

        private static final ObjectRef POLICIES = new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "",
                "");
        private static final ObjectRef MAPS = new ObjectRef("v1", "ConfigMap", "configmaps", "", "");

        private final ClusterObjectSource source;

        DevicePluginSharingConfigReader(ClusterObjectSource source) {
            this.source = source;
        }

        /** Returns the rules of the one ClusterPolicy; unknown where there is none or it may not be read. */
        KubeletSharedDeviceRequestRules readRules() throws ProblemException, InterruptedException {
            try {
                var told = new ArrayList<JsonNode>();
                source.forEach(POLICIES, "", policy -> told.add(policy.at("/spec/devicePlugin/config")));
                return told.size() == 1 ? readConfigMap(told.getFirst()) : KubeletSharedDeviceRequestRules.UNKNOWN;
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
                return KubeletSharedDeviceRequestRules.UNKNOWN;
            }
        }

        private KubeletSharedDeviceRequestRules readConfigMap(JsonNode told)
                throws ProblemException, InterruptedException {
            var name = told.path("name").asText("");
            var maps = new ArrayList<JsonNode>();
            boolean all = !name.isEmpty() && source.forEach(MAPS, "fieldSelector=metadata.name%3D" + name, maps::add);
            maps.removeIf(map -> !map.at("/metadata/name").asText().equals(name));
            if (all && maps.size() == 1) {
                return new KubeletSharedDeviceRequestRules(parseConfigs(maps), told.path("default").asText(""));
            }
            return KubeletSharedDeviceRequestRules.UNKNOWN;
        }

        private static Map<String, DeviceShareCounts> parseConfigs(List<JsonNode> maps) {
            var configs = new HashMap<String, DeviceShareCounts>();
            for (var each : maps.getFirst().path("data").properties()) {
                DevicePluginConfigDocument.parse(each.getValue().asText()).config().map(DevicePluginConfig::shares)
                        .ifPresent(shares -> configs.put(each.getKey(), shares));
            }
            return configs;
        }
    }
}
