package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import tessera.model.NodeFacts;

/** Asks the witnesses of how many boards a node has, in the order of {@link BoardCountSource}. */
final class BoardCounts {

    private final NodeFacts facts;
    private final Accelerator kind;
    private final Accelerator.DeviceLabels labels;

    /** @param kind of a vendor whose devices are counted */
    BoardCounts(NodeFacts facts, Accelerator kind) {
        this.facts = facts;
        this.kind = kind;
        this.labels = kind.labels();
    }

    /**
     * Returns the number that the node itself reports; {@link BoardCount#ADVERTISED} if only its device plugins do.
     *
     * @param register  the cards that a GPU-sharing scheduler keeps
     * @param instances whether feature discovery counts MIG instances instead of boards
     */
    BoardCount determine(CardRegister register, boolean instances) {
        var told = new ArrayList<BoardCount>();
        if (!instances) {
            BoardCount.fromLabels(BoardCountSource.COUNT_LABEL, labels.count(), facts).ifPresent(told::add);
            addProductLabels(told);
            addNumberedLabels(told);
        }
        if (kind.isGpuBased()) {
            InstanceTypes.labelledCount(facts).ifPresent(told::add);
        }
        if (!register.boards().isEmpty()) {
            told.add(BoardCount.fromRegister(register.annotation(), register.boards().size()));
        }
        if (told.isEmpty() && kind.isGpuBased()) {
            InstanceTypes.gpusOf(facts).filter(machine -> machine.gpus() > 0 && machine.vendor().equals(kind.vendor()))
                    .ifPresent(machine -> told.add(new BoardCount(BoardCountSource.INSTANCE_TYPE, "instance type",
                            machine.gpus())));
        }
        return told.isEmpty() ? BoardCount.ADVERTISED : told.getFirst();
    }

    /** Adds the counts of labels for each product, as Intel's rules for node feature discovery make them. */
    private void addProductLabels(List<BoardCount> told) {
        if (labels.counted().isEmpty()) {
            return;
        }
        var matching = facts.labels().entrySet().stream()
                .filter(label -> labels.counted().get().matcher(label.getKey()).matches()).toList();
        long sum = matching.stream().mapToLong(label -> GpuNodes.parseNumber(label.getValue())).sum();
        if (sum > 0) {
            told.add(BoardCount.fromLabel(BoardCountSource.COUNT_LABEL, matching.getFirst().getKey(), sum));
        }
    }

    private void addNumberedLabels(List<BoardCount> told) {
        for (var key : labels.numbered()) {
            var list = facts.label(key);
            if (!list.isEmpty()) {
                told.add(BoardCount.fromLabel(BoardCountSource.COUNT_LABEL, key, list.split("\\.").length));
                return;
            }
        }
    }
}
