package tessera.gpu;

import java.util.List;
import java.util.Optional;
import tessera.model.NodeSummary;

/**
 * The number of boards of a node, by its best source.
 *
 * @param source what says so, for people and programs, e.g. {@code gpu.count label}
 * @param number 0 where there is no source but what is advertised
 */
public record GpuBoardCount(GpuBoardCountSource countSource, String source, long number) {

    static final GpuBoardCount ADVERTISED = new GpuBoardCount(GpuBoardCountSource.ADVERTISED, "advertised resources",
            0);

    static GpuBoardCount fromExporter(long number) {
        return new GpuBoardCount(GpuBoardCountSource.EXPORTER, "exporter", number);
    }

    /** Returns a count from a label, which is named without its domain. */
    static GpuBoardCount fromLabel(GpuBoardCountSource witness, String label, long number) {
        return new GpuBoardCount(witness, label.substring(label.indexOf('/') + 1) + " label", number);
    }

    /** Returns a count from the first of some labels that is a number. */
    static Optional<GpuBoardCount> fromLabels(GpuBoardCountSource witness, List<String> labels,
            NodeSummary nodeSummary) {
        return labels.stream()
                .map(label -> fromLabel(witness, label, NodeLabelParser.parseNumber(nodeSummary.label(label))))
                .filter(GpuBoardCount::isKnown).findFirst();
    }

    static GpuBoardCount fromRegister(String annotation, long number) {
        return new GpuBoardCount(GpuBoardCountSource.REGISTER,
                annotation.substring(annotation.indexOf('/') + 1) + " annotation", number);
    }

    /** Returns whether a source other than the device plugins tells. */
    public boolean isKnown() {
        return number > 0;
    }
}
