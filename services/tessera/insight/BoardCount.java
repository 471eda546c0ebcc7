package tessera.insight;

import java.util.List;
import java.util.Optional;
import tessera.model.NodeFacts;

/**
 * How many boards a node has, by the best witness.
 *
 * @param source what says so, for people and programs, e.g. {@code gpu.count label}
 * @param number 0 where there is no witness but what is advertised
 */
public record BoardCount(BoardWitness witness, String source, long number) {

    static final BoardCount ADVERTISED = new BoardCount(BoardWitness.ADVERTISED, "advertised resources", 0);

    static BoardCount exporter(long number) {
        return new BoardCount(BoardWitness.EXPORTER, "exporter", number);
    }

    /** By a label, which is named without its domain. */
    static BoardCount label(BoardWitness witness, String label, long number) {
        return new BoardCount(witness, label.substring(label.indexOf('/') + 1) + " label", number);
    }

    /** By the first of some labels that is a number. */
    static Optional<BoardCount> labelled(BoardWitness witness, List<String> labels, NodeFacts facts) {
        return labels.stream().filter(label -> GpuNodes.number(facts.label(label)) > 0).findFirst()
                .map(label -> label(witness, label, GpuNodes.number(facts.label(label))));
    }

    static BoardCount register(String annotation, long number) {
        return new BoardCount(BoardWitness.REGISTER,
                annotation.substring(annotation.indexOf('/') + 1) + " annotation", number);
    }

    /** Whether anybody but the device plugins tells. */
    public boolean known() {
        return number > 0;
    }
}
