package tessera.ui.launch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import tessera.dra.DeviceClassAvailability;
import tessera.dra.DraClusterState;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.ClusterResourceClaimOverview;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.quota.KueueQueues;
import tessera.quota.LocalQueues;
import tessera.quota.QuotaKey;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.DraApiVersionReader;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * The cluster's choices for template parameters, as far as they may be read.
 *
 * @param values by the key of the question
 * @param roomTexts  what is free of each that can be chosen, in a sentence without a full stop, by the key of the question
 * @param unknownReasons   why there is nothing to choose from, a sentence without a full stop, by the key of the question
 * @param quotas what namespaces may take
 * @param queues through which they may have to go
 */
record WorkloadTemplateParameterChoices(Map<String, List<String>> values, Map<String, String> unknownReasons,
        Map<String, String> roomTexts, QuotaOverview quotas, KueueQueues queues) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadTemplateParameterChoices.class);

    /** Labels by which people choose nodes: what the devices are, and pools of those who rent out nodes. */
    private static final List<String> LABELS = List.of("nvidia.com/gpu.product", "amd.com/gpu.product-name",
            "cloud.google.com/gke-accelerator", "cloud.google.com/gke-nodepool", "eks.amazonaws.com/nodegroup",
            "kubernetes.azure.com/agentpool", "karpenter.sh/nodepool");
    private static final String DEVICE_CLASS = "deviceClass";
    /** Of more classes it is not told what is free. */
    private static final int TOLD = 5;
    private static final Map<String, ObjectRef> KINDS = Map.of("storageClass",
            new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", ""), "priority",
            new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "", ""));
    /** Nodes tell which images they have, some fifty each: a few nodes tell nearly all. */
    private static final int ASKED = 12;

    WorkloadTemplateParameterChoices {
        values = Map.copyOf(values);
        unknownReasons = Map.copyOf(unknownReasons);
        roomTexts = Map.copyOf(roomTexts);
    }

    /** Reads the choices; waits for the cluster. */
    static WorkloadTemplateParameterChoices read(ClusterObjectSource source, ClusterSnapshot clusterSnapshot,
            AcceleratorCatalog accelerators, Collection<String> namespaces)
            throws ProblemException, InterruptedException {
        var values = new HashMap<String, List<String>>();
        var gaps = new HashMap<String, String>();
        for (var question : KINDS.entrySet()) {
            values.put(question.getKey(),
                    readNames(source, question.getValue(), gap -> gaps.put(question.getKey(), gap)));
        }
        var devices = new DraClusterState();
        var classes = readDeviceClasses(source, devices, gap -> gaps.put(DEVICE_CLASS, gap));
        values.put(DEVICE_CLASS, classes);
        values.put("select", nodeLabels(clusterSnapshot));
        values.put("card", rdmaResources(clusterSnapshot));
        var images = readImages(source, clusterSnapshot, accelerators);
        values.put("image", images);
        values.put("fetchImage", images);
        var quotas = new QuotaReader(source, accelerators).read(namespaces);
        return new WorkloadTemplateParameterChoices(values, gaps,
                classes.isEmpty() ? Map.of() : Map.of(DEVICE_CLASS, freeDevicesText(source, devices)), quotas,
                new KueueQueues(LocalQueues.read(source, namespaces), quotas.queues()));
    }

    private static List<String> readNames(ClusterObjectSource source, ObjectRef kind, Consumer<String> gap)
            throws ProblemException, InterruptedException {
        var names = new TreeSet<String>();
        readAllowed(source, kind, object -> names.add(nameOf(object)), gap);
        names.removeIf(name -> kind.kind().equals("PriorityClass") && name.startsWith("system-"));
        return List.copyOf(names);
    }

    private static String nameOf(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static void readAllowed(ClusterObjectSource source, ObjectRef kind, Consumer<JsonNode> reader,
            Consumer<String> gap) throws ProblemException, InterruptedException {
        source.forEachPermitted(kind, reader).map(Problem::headline).ifPresent(gap);
    }

    /** Reads the names of the device classes, and keeps the classes in the device state. */
    private static List<String> readDeviceClasses(ClusterObjectSource source, DraClusterState devices,
            Consumer<String> gap) throws ProblemException, InterruptedException {
        var names = new TreeSet<String>();
        try {
            readAllowed(source, claimApiKind(source, "DeviceClass"), object -> {
                names.add(nameOf(object));
                devices.putClass(object);
            }, gap);
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            gap.accept(problemException.problem().headline());
        }
        return List.copyOf(names);
    }

    private static String freeDevicesText(ClusterObjectSource source, DraClusterState devices)
            throws ProblemException, InterruptedException {
        var gaps = new ArrayList<String>();
        readAllowed(source, claimApiKind(source, "ResourceSlice"), devices::putSlice, gaps::add);
        readAllowed(source, claimApiKind(source, "ResourceClaim"), devices::putClaim, gaps::add);
        var rooms = ClusterResourceClaimOverview.classAvailabilities(devices);
        if (gaps.isEmpty()) {
            return rooms.stream().limit(TOLD).map(DeviceClassAvailability::availabilityText)
                    .collect(SentenceJoiner.toClauses())
                    + (rooms.size() > TOLD ? MESSAGES.text("choices.more", rooms.size() - TOLD) : "");
        }
        return MESSAGES.text("choices.freeUnknown", gaps.getFirst());
    }

    private static ObjectRef claimApiKind(ClusterObjectSource source, String kind)
            throws ProblemException, InterruptedException {
        return new ObjectRef(DraApiVersionReader.readServedVersion(source), kind, ObjectRef.usualResource(kind), "",
                "");
    }

    private static List<String> nodeLabels(ClusterSnapshot clusterSnapshot) {
        var labels = new TreeSet<String>();
        for (var node : clusterSnapshot.nodes()) {
            LABELS.stream().filter(key -> !node.nodeSummary().label(key).isEmpty())
                    .forEach(key -> labels.add(key + "=" + node.nodeSummary().label(key)));
        }
        return List.copyOf(labels);
    }

    /** Returns the resources by which nodes offer RDMA. */
    private static List<String> rdmaResources(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.nodes().stream().flatMap(node -> node.resourceNames().stream())
                .filter(name -> name.startsWith("rdma/") || name.contains("/sriov")).distinct().sorted().toList();
    }

    /** Reads tagged images that nodes already have, which exist and need no pull there. */
    private static List<String> readImages(ClusterObjectSource source, ClusterSnapshot clusterSnapshot,
            AcceleratorCatalog accelerators) throws ProblemException, InterruptedException {
        var images = new TreeSet<String>();
        Consumer<JsonNode> reader = node -> collectImages(node, images);
        for (var node : sampleNodes(clusterSnapshot, accelerators)) {
            try {
                source.find(ObjectRef.node(node)).ifPresent(reader);
            } catch (ProblemException problemException) {
                // Who may not look types.
                if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN
                        && problemException.problem().kind() != OperationProblemKind.NOT_FOUND) {
                    throw problemException;
                }
            }
        }
        return List.copyOf(images);
    }

    private static void collectImages(JsonNode node, NavigableSet<String> images) {
        node.at("/status/images").forEach(image -> image.path("names").forEach(name -> {
            if (!name.asText().contains("@") && !name.asText().endsWith(":latest")) {
                images.add(name.asText());
            }
        }));
    }

    /** Returns one node of each GPU model, by labels and resources. */
    private static List<String> sampleNodes(ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators) {
        var models = new TreeSet<String>();
        var asked = new ArrayList<String>();
        for (var node : clusterSnapshot.nodes()) {
            if (asked.size() < ASKED && hasDevices(node, accelerators)
                    && models.add(node.nodeSummary().label(LABELS.getFirst()) + node.resourceNames())) {
                asked.add(node.name());
            }
        }
        return asked;
    }

    private static boolean hasDevices(NodeWithBoundPods node, AcceleratorCatalog accelerators) {
        return node.resourceNames().stream().anyMatch(name -> accelerators.acceleratorOf(name).isPresent());
    }

    /** Returns what quotas leave of a device, without a full stop; empty where none limits it. */
    String quotaText(String namespace, String resource) {
        var key = QuotaKey.forRequestsOf(resource);
        var texts = new ArrayList<String>();
        var bounds = quotas.quotasOf(namespace);
        for (var quota : bounds.quotas()) {
            quota.allowanceOf(key).filter(usage -> usage.remaining().isPresent()).ifPresent(usage -> texts
                    .add(MESSAGES.text("choices.quota", quota.name(), namespace, usage.remaining().getAsLong())));
        }
        if (!bounds.quotas().isEmpty()) {
            bounds.quotaGap().map(Problem::headline).ifPresent(texts::add);
        }
        return SentenceJoiner.joinClauses(texts);
    }
}
