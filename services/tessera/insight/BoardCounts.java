package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import tessera.model.NodeFacts;

/** Asks the witnesses of how many boards a node has, in the order of {@link BoardWitness}. */
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
     * What the node itself tells; {@link BoardCount#ADVERTISED} where nobody but its device plugins does.
     *
     * @param register  the cards that a GPU-sharing scheduler keeps
     * @param instances whether feature discovery counts MIG instances instead of boards
     */
    BoardCount of(CardRegister register, boolean instances) {
        var told = new ArrayList<BoardCount>();
        if (!instances) {
            BoardCount.labelled(BoardWitness.COUNT_LABEL, labels.count(), facts).ifPresent(told::add);
            counted(told);
            numbered(told);
        }
        if (kind.ofGpus()) {
            InstanceTypes.count(facts).ifPresent(told::add);
        }
        if (!register.boards().isEmpty()) {
            told.add(BoardCount.register(register.annotation(), register.boards().size()));
        }
        if (told.isEmpty() && kind.ofGpus()) {
            InstanceTypes.of(facts).filter(machine -> machine.gpus() > 0 && machine.vendor().equals(kind.vendor()))
                    .ifPresent(machine -> told.add(new BoardCount(BoardWitness.INSTANCE_TYPE, "instance type",
                            machine.gpus())));
        }
        return told.isEmpty() ? BoardCount.ADVERTISED : told.getFirst();
    }

    /** A label for each product, as Intel's rules for node feature discovery make them. */
    private void counted(List<BoardCount> told) {
        if (labels.counted().isEmpty()) {
            return;
        }
        var matching = facts.labels().entrySet().stream()
                .filter(label -> labels.counted().get().matcher(label.getKey()).matches()).toList();
        long sum = matching.stream().mapToLong(label -> GpuNodes.number(label.getValue())).sum();
        if (sum > 0) {
            told.add(BoardCount.label(BoardWitness.COUNT_LABEL, matching.getFirst().getKey(), sum));
        }
    }

    private void numbered(List<BoardCount> told) {
        for (var key : labels.numbered()) {
            var list = facts.label(key);
            if (!list.isEmpty()) {
                told.add(BoardCount.label(BoardWitness.COUNT_LABEL, key, list.split("\\.").length));
                return;
            }
        }
    }
}
