package tessera.ui.launch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tessera.dra.ClassRoom;
import tessera.dra.DeviceState;
import tessera.insight.AcceleratorCatalog;
import tessera.model.Failure;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.quota.KueueQueues;
import tessera.quota.LocalQueues;
import tessera.quota.QuotaKey;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.scheduling.ClaimApi;
import tessera.scheduling.ObjectSource;

/**
 * What a cluster has to choose from for the questions of templates, as far as it may be read.
 *
 * @param values by the key of the question
 * @param rooms  what is free of each that can be chosen, in a sentence without a full stop, by the key of the question
 * @param gaps   why there is nothing to choose from, a sentence without a full stop, by the key of the question
 * @param quotas what namespaces may take
 * @param queues through which they may have to go
 */
record ClusterChoices(Map<String, List<String>> values, Map<String, String> gaps, Map<String, String> rooms,
        QuotaOverview quotas, KueueQueues queues) {

    /** Labels by which people choose nodes: what the devices are, and pools of those who rent out nodes. */
    private static final List<String> LABELS = List.of("nvidia.com/gpu.product", "amd.com/gpu.product-name",
            "cloud.google.com/gke-accelerator", "cloud.google.com/gke-nodepool", "eks.amazonaws.com/nodegroup",
            "kubernetes.azure.com/agentpool", "karpenter.sh/nodepool");
    private static final String DEVICE_CLASS = "deviceClass";
    /** Of more classes it is not told what is free. */
    private static final int TOLD = 5;
    private static final Map<String, ObjectRef> KINDS = Map.of(
            "storageClass", new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", ""),
            "priority", new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "", ""));
    /** Nodes tell which images they have, some fifty each: a few nodes tell nearly all. */
    private static final int ASKED = 12;

    ClusterChoices {
        values = Map.copyOf(values);
        gaps = Map.copyOf(gaps);
        rooms = Map.copyOf(rooms);
    }

    /** Asks the cluster; waits for it. */
    static ClusterChoices read(ObjectSource source, Snapshot snapshot, AcceleratorCatalog accelerators,
            Collection<String> namespaces) throws Failure, InterruptedException {
        var values = new HashMap<String, List<String>>();
        var gaps = new HashMap<String, String>();
        for (var question : KINDS.entrySet()) {
            values.put(question.getKey(), names(source, question.getValue(), gap -> gaps.put(question.getKey(), gap)));
        }
        var devices = new DeviceState();
        var classes = devices(source, devices, gap -> gaps.put(DEVICE_CLASS, gap));
        values.put(DEVICE_CLASS, classes);
        values.put("select", labels(snapshot));
        values.put("card", cards(snapshot));
        var images = images(source, snapshot, accelerators);
        values.put("image", images);
        values.put("fetchImage", images);
        var quotas = new QuotaReader(source, accelerators).read(namespaces);
        return new ClusterChoices(values, gaps,
                classes.isEmpty() ? Map.of() : Map.of(DEVICE_CLASS, free(source, devices)), quotas,
                new KueueQueues(LocalQueues.read(source, namespaces), quotas.queues()));
    }

    private static List<String> names(ObjectSource source, ObjectRef kind, Consumer<String> gap)
            throws Failure, InterruptedException {
        var names = new TreeSet<String>();
        told(source, kind, object -> names.add(name(object)), gap);
        names.removeIf(name -> kind.kind().equals("PriorityClass") && name.startsWith("system-"));
        return List.copyOf(names);
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static void told(ObjectSource source, ObjectRef kind, Consumer<JsonNode> reader, Consumer<String> gap)
            throws Failure, InterruptedException {
        source.allowed(kind, reader).map(Problem::headline).ifPresent(gap);
    }

    /** The names of the classes of devices, which it takes. */
    private static List<String> devices(ObjectSource source, DeviceState devices, Consumer<String> gap)
            throws Failure, InterruptedException {
        var names = new TreeSet<String>();
        try {
            told(source, claims(source, "DeviceClass"), object -> {
                names.add(name(object));
                devices.putClass(object);
            }, gap);
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            gap.accept(failure.problem().headline());
        }
        return List.copyOf(names);
    }

    private static String free(ObjectSource source, DeviceState devices) throws Failure, InterruptedException {
        var gaps = new ArrayList<String>();
        told(source, claims(source, "ResourceSlice"), devices::putSlice, gaps::add);
        told(source, claims(source, "ResourceClaim"), devices::putClaim, gaps::add);
        var rooms = ClassRoom.of(devices);
        return gaps.isEmpty() ? rooms.stream().limit(TOLD).map(ClassRoom::words).collect(Collectors.joining("; "))
                + (rooms.size() > TOLD ? "; and %d more".formatted(rooms.size() - TOLD) : "")
                : "How many devices are free is not known: " + gaps.getFirst();
    }

    private static ObjectRef claims(ObjectSource source, String kind) throws Failure, InterruptedException {
        return new ObjectRef(ClaimApi.served(source), kind, kind.toLowerCase(Locale.ROOT)
                + (kind.endsWith("s") ? "es" : "s"), "", "");
    }

    private static List<String> labels(Snapshot snapshot) {
        var labels = new TreeSet<String>();
        for (var node : snapshot.nodes()) {
            LABELS.stream().filter(key -> !node.facts().label(key).isEmpty())
                    .forEach(key -> labels.add(key + "=" + node.facts().label(key)));
        }
        return List.copyOf(labels);
    }

    /** Resources by which nodes offer RDMA. */
    private static List<String> cards(Snapshot snapshot) {
        return snapshot.nodes().stream().flatMap(node -> node.resources().stream())
                .filter(name -> name.startsWith("rdma/") || name.contains("/sriov")).distinct().sorted().toList();
    }

    /** Images with a tag that nodes have already: these exist, and are not pulled again there. */
    private static List<String> images(ObjectSource source, Snapshot snapshot, AcceleratorCatalog accelerators)
            throws Failure, InterruptedException {
        var images = new TreeSet<String>();
        Consumer<JsonNode> reader = node -> node.at("/status/images").forEach(image -> image.path("names")
                .forEach(name -> {
                    if (!name.asText().contains("@") && !name.asText().endsWith(":latest")) {
                        images.add(name.asText());
                    }
                }));
        for (var node : asked(snapshot, accelerators)) {
            try {
                source.object(ObjectRef.node(node)).ifPresent(reader);
            } catch (Failure failure) {
                // Who may not look types.
                if (failure.problem().kind() != ProblemKind.FORBIDDEN
                        && failure.problem().kind() != ProblemKind.NOT_FOUND) {
                    throw failure;
                }
            }
        }
        return List.copyOf(images);
    }

    /** Those with devices that stand for others: one of each model, as far as names tell. */
    private static List<String> asked(Snapshot snapshot, AcceleratorCatalog accelerators) {
        var models = new TreeSet<String>();
        var asked = new ArrayList<String>();
        for (var node : snapshot.nodes()) {
            if (asked.size() < ASKED && devices(node, accelerators)
                    && models.add(node.facts().label(LABELS.getFirst()) + node.resources())) {
                asked.add(node.name());
            }
        }
        return asked;
    }

    private static boolean devices(NodeInfo node, AcceleratorCatalog accelerators) {
        return node.resources().stream().anyMatch(name -> accelerators.of(name).isPresent());
    }

    /** What quotas leave a namespace of a device, as a sentence without a full stop; empty where none counts it. */
    String left(String namespace, String resource) {
        var key = QuotaKey.ofResource(resource);
        var words = new ArrayList<String>();
        var bounds = quotas.of(namespace);
        for (var quota : bounds.quotas()) {
            quota.of(key).filter(each -> each.left().isPresent()).ifPresent(each -> words.add(
                    "Quota %s of %s leaves %d".formatted(quota.name(), namespace, each.left().getAsLong())));
        }
        if (!bounds.quotas().isEmpty()) {
            bounds.quotaGap().map(Problem::headline).ifPresent(words::add);
        }
        return String.join("; ", words);
    }
}
