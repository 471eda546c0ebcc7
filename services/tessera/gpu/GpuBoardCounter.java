package tessera.gpu;

import java.util.ArrayList;
import java.util.List;
import tessera.model.NodeSummary;

/** Counts the boards of a node by its sources, in the order of {@link GpuBoardCountSource}. */
final class GpuBoardCounter {

    private final NodeSummary nodeSummary;
    private final AcceleratorCatalogEntry kind;
    private final AcceleratorCatalogEntry.DeviceLabelKeys labels;

    /** @param kind of a vendor whose devices are counted */
    GpuBoardCounter(NodeSummary nodeSummary, AcceleratorCatalogEntry kind) {
        this.nodeSummary = nodeSummary;
        this.kind = kind;
        this.labels = kind.labels();
    }

    /**
     * Returns the number that the node itself reports; {@link GpuBoardCount#ADVERTISED} if only its device plugins do.
     *
     * @param register  the cards that a GPU-sharing scheduler keeps
     * @param instances whether feature discovery counts MIG instances instead of boards
     */
    GpuBoardCount determine(SchedulerRegisteredGpuCards register, boolean instances) {
        var told = new ArrayList<GpuBoardCount>();
        if (!instances) {
            GpuBoardCount.fromLabels(GpuBoardCountSource.COUNT_LABEL, labels.count(), nodeSummary).ifPresent(told::add);
            addProductLabels(told);
            addNumberedLabels(told);
        }
        if (kind.isGpuBased()) {
            CloudInstanceTypeCatalog.labelledCount(nodeSummary).ifPresent(told::add);
        }
        if (!register.entries().isEmpty()) {
            told.add(GpuBoardCount.fromRegister(register.annotation(), register.entries().size()));
        }
        if (told.isEmpty() && kind.isGpuBased()) {
            CloudInstanceTypeCatalog.gpusOf(nodeSummary)
                    .filter(machine -> machine.gpus() > 0 && machine.vendor().equals(kind.vendor()))
                    .ifPresent(machine -> told.add(
                            new GpuBoardCount(GpuBoardCountSource.INSTANCE_TYPE, "instance type", machine.gpus())));
        }
        return told.isEmpty() ? GpuBoardCount.ADVERTISED : told.getFirst();
    }

    /** Adds the counts of labels for each product, as Intel's rules for node feature discovery make them. */
    private void addProductLabels(List<GpuBoardCount> told) {
        if (labels.counted().isEmpty()) {
            return;
        }
        var matching = nodeSummary.labels().entrySet().stream()
                .filter(label -> labels.counted().get().matcher(label.getKey()).matches()).toList();
        long sum = matching.stream().mapToLong(label -> NodeLabelParser.parseNumber(label.getValue())).sum();
        if (sum > 0) {
            told.add(GpuBoardCount.fromLabel(GpuBoardCountSource.COUNT_LABEL, matching.getFirst().getKey(), sum));
        }
    }

    private void addNumberedLabels(List<GpuBoardCount> told) {
        for (var key : labels.numbered()) {
            var list = nodeSummary.label(key);
            if (!list.isEmpty()) {
                told.add(GpuBoardCount.fromLabel(GpuBoardCountSource.COUNT_LABEL, key, list.split("\\.").length));
                return;
            }
        }
    }
}
