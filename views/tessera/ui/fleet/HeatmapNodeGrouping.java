package tessera.ui.fleet;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tessera.gpu.GpuNode;
import tessera.gpu.KaiGpuFraction;
import tessera.model.PodSummary;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** The groupings of the nodes in the heatmap. */
public enum HeatmapNodeGrouping {
    MODEL("grouping.model"),
    POOL("grouping.pool"),
    ZONE("grouping.zone"),
    NAMESPACE("grouping.namespace"),
    HEALTH("grouping.health");

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HeatmapNodeGrouping.class);

    static final String ZONE_LABEL = "topology.kubernetes.io/zone";

    private static final List<String> POOL_LABELS = List.of("cloud.google.com/gke-nodepool",
            "eks.amazonaws.com/nodegroup", "karpenter.sh/nodepool", "kubernetes.azure.com/agentpool", "agentpool",
            "node.kubernetes.io/pool", "nodepool", "pool");

    private final String titleKey;

    HeatmapNodeGrouping(String titleKey) {
        this.titleKey = titleKey;
    }

    String title() {
        return MESSAGES.text(titleKey);
    }

    /** Returns the heading a node belongs under. */
    String headingOf(GpuNode node) {
        var value = switch (this) {
            case MODEL -> node.product().title();
            case POOL -> POOL_LABELS.stream().map(node.info().nodeSummary()::label).filter(label -> !label.isEmpty())
                    .findFirst().orElse("");
            case ZONE -> node.info().nodeSummary().label(ZONE_LABEL);
            case NAMESPACE -> mainNamespace(node);
            case HEALTH -> healthHeading(node);
        };
        return OptionalText.orElse(value, MESSAGES.text("grouping.without", title()));
    }

    /** Returns the namespace that holds the most of a node's accelerators. */
    private static String mainNamespace(GpuNode node) {
        var units = node.holders().stream().collect(
                Collectors.groupingBy(PodSummary::namespace, Collectors.summingLong(pod -> heldCount(node, pod))));
        var mostThenFirst = Map.Entry.<String, Long>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder()));
        return units.entrySet().stream().max(mostThenFirst).map(Map.Entry::getKey)
                .orElse(MESSAGES.text("grouping.unallocated"));
    }

    static long heldCount(GpuNode node, PodSummary pod) {
        long units = KaiGpuFraction.fromAnnotations(pod).map(KaiGpuFraction::gpus).orElse(0);
        for (var use : node.uses()) {
            units += pod.requests().get(use.resource());
        }
        return units;
    }

    private static String healthHeading(GpuNode node) {
        return switch (node.state()) {
            case UNREACHABLE -> MESSAGES.text("state.unreachable");
            case NOT_READY -> MESSAGES.text("state.notReady");
            case CHANGING -> MESSAGES.text("state.changing");
            case NOT_OFFERED -> MESSAGES.text("state.notOffered");
            case UNHEALTHY -> MESSAGES.text("state.unhealthy");
            case FAULTY -> MESSAGES.text("state.faulty");
            case OFFER_UNKNOWN -> MESSAGES.text("state.offerUnknown");
            case CORDONED -> MESSAGES.text("state.cordoned");
            case MAINTENANCE -> MESSAGES.text("state.maintenance");
            case READY -> MESSAGES.text("state.ready");
        };
    }
}
