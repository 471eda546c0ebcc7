package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.gpu.EstimateBoundKind;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuModelUsage;
import tessera.kube.scheduling.Taint;
import tessera.model.NodeResourceUse;
import tessera.model.PodListCompleteness;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** A report on devices by node and resource: capacity, allocated, free. */
public final class NodeDevicesReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeDevicesReport.class);

    private static final List<String> NARROW = List.of("NODE", "MODEL", "RESOURCE", "CAPACITY", "ALLOCATABLE",
            "ALLOCATED", "FREE", "PODS", "STATE");
    private static final List<String> WIDE = List.of("GPUS", "SHARING", "DRIVER", "ZONE", "TAINTS", "FAULTS");

    private final GpuFleet fleet;
    private final List<GpuNode> nodes;
    private final PodListCompleteness visibility;
    private final boolean usesKnown;
    private final boolean complete;

    /**
     * A report on some nodes.
     *
     * @param wanted what the labels of a node must be like
     */
    public NodeDevicesReport(GpuFleet fleet, Predicate<Map<String, String>> wanted) {
        super(NARROW, WIDE);
        this.nodes = fleet.nodes().stream().filter(node -> wanted.test(node.info().nodeSummary().labels())).toList();
        this.fleet = fleet;
        this.visibility = fleet.snapshot().podVisibility();
        this.usesKnown = visibility != PodListCompleteness.NONE;
        this.complete = visibility == PodListCompleteness.ALL
                && nodes.stream().noneMatch(node -> node.hasHiddenClaims() || node.isUncounted());
    }

    @Override
    String emptyText() {
        return MESSAGES.text("nodes.none");
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var node : nodes) {
            if (node.uses().isEmpty()) {
                table.add(nodeRow(node, node.product(), List.of("-", "-", "-", "-", "-", "-"), wide));
            }
            NodeGpuModelUsage.of(node, visibility)
                    .forEach(amount -> table.add(nodeRow(node, amount.product(), numbers(node, amount), wide)));
        }
    }

    /** What the API server was told last; what can be had of a node that does not report is not known. */
    private List<String> numbers(GpuNode node, NodeGpuModelUsage amount) {
        var use = amount.use();
        var advertised = List.of(amount.sourceText(), Long.toString(use.capacity()), Long.toString(use.allocatable()));
        var pods = (node.sight(visibility) != PodListCompleteness.ALL ? "≥" : "") + use.pods();
        var free = hasFree(node, use) ? boundSign(amount.free()) + amount.usable() : "-";
        var held = usesKnown ? List.of(boundSign(amount.allocated()) + use.allocated(), free, pods)
                : List.of("unknown", "unknown", "unknown");
        return Stream.concat(advertised.stream(), held.stream()).toList();
    }

    /** Returns whether requests for what is left of a resource could get a device. */
    private static boolean hasFree(GpuNode node, NodeResourceUse use) {
        return !node.isLost() && !node.isExcess(use);
    }

    private List<String> nodeRow(GpuNode node, AcceleratorProduct product, List<String> numbers, boolean wide) {
        var row = new ArrayList<>(List.of(node.name(), product.title()));
        row.addAll(numbers);
        row.add(stateName(node));
        if (wide) {
            row.addAll(List.of(boardsText(node), node.divisionText(), node.driver(),
                    node.info().nodeSummary().label("topology.kubernetes.io/zone"),
                    String.join(" ", node.info().nodeSummary().taints().stream().map(Taint::toString).toList()),
                    SentenceJoiner.joinClauses(node.faultTexts())));
        }
        return row;
    }

    /** Returns the number of GPUs with a sign for a lower or upper bound. */
    private String boardsText(GpuNode node) {
        return node.isUncounted() ? "unknown" : boundSign(fleet.totalBound(node)) + node.tally(visibility).total();
    }

    private static String boundSign(EstimateBoundKind bound) {
        return switch (bound) {
            case EXACT -> "";
            case AT_LEAST -> "≥";
            case AT_MOST -> "≤";
            case APPROXIMATE -> "~";
        };
    }

    static String stateName(GpuNode node) {
        var state = switch (node.state()) {
            case UNREACHABLE -> "Unreachable";
            case NOT_READY -> "NotReady";
            case CHANGING -> "Changing";
            case NOT_OFFERED -> "NotOffered";
            case UNHEALTHY -> "Unhealthy";
            case FAULTY -> "Faulty";
            case OFFER_UNKNOWN -> "Unknown";
            case MAINTENANCE -> "Maintenance";
            case CORDONED, READY -> "Ready";
        };
        return state + closedName(node);
    }

    /** Returns what is added to the state of a node, or of its GPUs, that takes no new pods. */
    static String closedName(GpuNode node) {
        if (node.isCordoned()) {
            return ",Cordoned";
        }
        return node.isClosed() ? ",Closed" : "";
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "tessera/v1").put("kind", "Fleet").put("allocationKnown", usesKnown)
                .put("allocationComplete", complete);
        var counts = GpuFleet.tally(nodes, visibility);
        var gpus = json.putObject("gpus").put("total", counts.total()).put("totalBound",
                boundWord(fleet.totalBound(nodes)));
        if (usesKnown) {
            gpus.put("outOfService", counts.outOfService()).put("allocated", counts.allocated())
                    .put("free", counts.free()).put("faulty", counts.faulty())
                    .put("outOfServiceBound", boundWord(GpuFleet.outOfServiceBound(nodes, visibility)))
                    .put("allocatedBound", boundWord(GpuFleet.allocatedBound(nodes, visibility)))
                    .put("freeBound", boundWord(GpuFleet.freeBound(nodes, visibility)));
        } else {
            // Which of a closed node's GPUs are free behind it is not known either.
            List.of("outOfService", "allocated", "free", "faulty", "outOfServiceBound", "allocatedBound", "freeBound")
                    .forEach(gpus::putNull);
        }
        var list = json.putArray("nodes");
        nodes.forEach(node -> list.add(nodeJson(node)));
        return json;
    }

    private static String boundWord(EstimateBoundKind bound) {
        return bound.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private ObjectNode nodeJson(GpuNode node) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("name", node.name()).put("vendor", node.vendor()).put("model", node.product().title())
                .put("product", node.label()).put("state", node.state().name().toLowerCase(Locale.ROOT))
                .put("cordoned", node.isCordoned()).put("sharing", node.divisionText()).put("driver", node.driver());
        // Where slices may not be read, nobody tells how many claims hand out.
        if (node.isUncounted()) {
            List.of("gpus", "gpusBound", "boardsFrom").forEach(json::putNull);
        } else {
            json.put("gpus", node.tally(visibility).total()).put("gpusBound", boundWord(fleet.totalBound(node)))
                    .put("boardsFrom", node.boardCount().source());
        }

        var faults = json.putArray("faults");
        node.faultTexts().forEach(faults::add);
        var resources = json.putArray("resources");
        NodeGpuModelUsage.of(node, visibility).forEach(amount -> fillUsage(resources.addObject(), node, amount));
        return json;
    }

    private void fillUsage(ObjectNode entry, GpuNode node, NodeGpuModelUsage amount) {
        var use = amount.use();
        if (amount.draDriver().isEmpty()) {
            entry.put("resource", use.resource()).putNull("draDriver");
        } else {
            entry.putNull("resource").put("draDriver", amount.draDriver());
        }
        entry.put("source", amount.sourceText()).put("capacity", use.capacity()).put("allocatable", use.allocatable())
                .put("unhealthy", node.withheldDevices() == 0 ? 0 : use.unhealthy());
        if (!amount.product().equals(node.product())) {
            entry.put("model", amount.product().title());
        }
        if (!usesKnown) {
            List.of("allocated", "allocatedBound", "free", "freeBound", "overcommitted", "pods")
                    .forEach(entry::putNull);
            return;
        }
        entry.put("allocated", use.allocated()).put("allocatedBound", boundWord(amount.allocated()));
        if (hasFree(node, use)) {
            entry.put("free", amount.usable()).put("freeBound", boundWord(amount.free()));
        } else {
            entry.putNull("free").putNull("freeBound");
        }
        entry.put("overcommitted", use.overcommitted()).put("pods", use.pods());
    }
}
