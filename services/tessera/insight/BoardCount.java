package tessera.insight;

import java.util.List;
import java.util.Optional;
import tessera.model.NodeFacts;

/**
 * The number of boards of a node, by its best source.
 *
 * @param source what says so, for people and programs, e.g. {@code gpu.count label}
 * @param number 0 where there is no witness but what is advertised
 */
public record BoardCount(BoardCountSource countSource, String source, long number) {

    static final BoardCount ADVERTISED = new BoardCount(BoardCountSource.ADVERTISED, "advertised resources", 0);

    static BoardCount fromExporter(long number) {
        return new BoardCount(BoardCountSource.EXPORTER, "exporter", number);
    }

    /** Returns a count from a label, which is named without its domain. */
    static BoardCount fromLabel(BoardCountSource witness, String label, long number) {
        return new BoardCount(witness, label.substring(label.indexOf('/') + 1) + " label", number);
    }

    /** Returns a count from the first of some labels that is a number. */
    static Optional<BoardCount> fromLabels(BoardCountSource witness, List<String> labels, NodeFacts facts) {
        return labels.stream().filter(label -> GpuNodes.parseNumber(facts.label(label)) > 0).findFirst()
                .map(label -> fromLabel(witness, label, GpuNodes.parseNumber(facts.label(label))));
    }

    static BoardCount fromRegister(String annotation, long number) {
        return new BoardCount(BoardCountSource.REGISTER,
                annotation.substring(annotation.indexOf('/') + 1) + " annotation", number);
    }

    /** Returns whether a source other than the device plugins tells. */
    public boolean isKnown() {
        return number > 0;
    }
}
