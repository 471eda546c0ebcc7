package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.model.OperandDeployLabels;
import tessera.model.PodListCompleteness;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackObjects;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponent;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.stack.NodeGpuStackVariant;
import tessera.text.MessageCatalog;

/** Checks nodes whose GPUs are offered without the operator: what works there, and what the operator would add. */
final class NonOperatorGpuStackChecks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NonOperatorGpuStackChecks.class);
    private static final String NVIDIA = "NVIDIA";
    private static final String GKE = "cloud.google.com/gke-accelerator";

    private final GpuStackSymptomCatalog catalog;
    private final DiagnosisInput input;
    private final List<NodeGpuStackComponentChain> chains;

    NonOperatorGpuStackChecks(GpuStackSymptomCatalog catalog, DiagnosisInput input, GpuStackStatus stack) {
        this.catalog = catalog;
        this.input = input;
        this.chains = stack.objects().operatorPresence() == GpuStackObjects.OperatorPresence.ABSENT
                ? stack.chains().stream().filter(NonOperatorGpuStackChecks::isWorking).toList()
                : List.of();
    }

    private static boolean isWorking(NodeGpuStackComponentChain chain) {
        return chain.kind() == NodeGpuStackVariant.OTHERS && chain.node().vendor().equals(NVIDIA)
                && chain.linkOf(GpuStackComponent.PLUGIN).state() == NodeGpuStackComponent.NodeComponentState.READY
                && (chain.linkOf(GpuStackComponent.PLUGIN).pod() != null || !hasOperatorLabels(chain));
    }

    /** Returns whether the node has labels of an operator, which may be left over. */
    private static boolean hasOperatorLabels(NodeGpuStackComponentChain chain) {
        return chain.node().info().nodeSummary().labels().keySet().stream()
                .anyMatch(label -> label.startsWith(OperandDeployLabels.PREFIX));
    }

    /** Returns the finding; empty where there is nothing to gain. */
    Optional<DiagnosisFinding> finding() {
        var unlabelled = nodeNames(chains.stream().filter(chain -> chain.node().isUnnamed()));
        var unmeasured = nodeNames(chains.stream().filter(this::lacksExporter));
        if (unlabelled.isEmpty() && unmeasured.isEmpty()) {
            return Optional.empty();
        }
        var lacks = new ArrayList<String>();
        var gains = new ArrayList<String>();
        if (!unlabelled.isEmpty()) {
            lacks.add(MESSAGES.text("stack.labels", where(unlabelled)));
            gains.add(MESSAGES.text("stack.labels.remedy"));
        }
        if (!unmeasured.isEmpty()) {
            lacks.add(MESSAGES.text("stack.metrics", where(unmeasured)));
            gains.add(metricsText(unmeasured));
        }
        var all = chains.stream().map(NodeGpuStackComponentChain::name).toList();
        return Optional.of(catalog.finding("no-operator", SymptomPlaceholderValues.ofNodes(all, pluginsText())
                .withPlaceholder("lacks", String.join(" ", lacks)).withPlaceholder("gain", String.join(" ", gains)),
                List.of()));
    }

    private boolean lacksExporter(NodeGpuStackComponentChain chain) {
        // An exporter whose pod is not seen may well measure them.
        return input.fleet().snapshot().podVisibility() == PodListCompleteness.ALL
                && chain.linkOf(GpuStackComponent.EXPORTER).pod() == null
                && Optional.ofNullable(input.fleet().readings().readingsOf(chain.name()))
                        .filter(readings -> !readings.devices().isEmpty()).isEmpty();
    }

    /** Returns what would measure nodes; GKE runs an exporter itself. */
    private String metricsText(List<String> nodes) {
        boolean managed = chains.stream().filter(chain -> nodes.contains(chain.name()))
                .allMatch(chain -> !chain.node().info().nodeSummary().label(GKE).isEmpty());
        return MESSAGES.text("stack.metrics.remedy", managed);
    }

    /** Nodes that lack something, where others have it. */
    private String where(List<String> nodes) {
        return nodes.size() == chains.size() ? "" : SymptomPlaceholderValues.namesText(nodes);
    }

    private static List<String> nodeNames(Stream<NodeGpuStackComponentChain> chains) {
        return chains.map(NodeGpuStackComponentChain::name).toList();
    }

    private String pluginsText() {
        var plugins = GpuStackStatus.pluginNames(chains.stream());
        if (plugins.isEmpty()) {
            return MESSAGES.text("stack.pluginUnseen");
        }
        return String.join(", ", plugins);
    }
}
