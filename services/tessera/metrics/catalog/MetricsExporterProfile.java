package tessera.metrics.catalog;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.metrics.exposition.SeriesLabelSet;

/**
 * A program that exports metrics of accelerators.
 *
 * @param id     stable name within the catalogue
 * @param vendor whose devices it watches
 * @param title  what to call it
 * @param labels which labels play a role, the first that is there counts
 * @param blanks the values that stand for no measurement
 * @param uuidPrefix what its UUIDs lack that others write
 * @param identity names of series that tell by their labels which device is which
 * @param number the name of the series whose value is the number of a device on its node; empty where none tells it
 * @param starts what its names begin with before which it may be told to put any prefix
 * @param partitions profiles under which each partition of a board is told as a device
 */
public record MetricsExporterProfile(String id, String vendor, String title, Map<SeriesLabelRole, List<String>> labels,
        List<NoMeasurementValueRange> blanks, String uuidPrefix, List<String> identity, String number,
        List<String> starts, Set<String> partitions) {

    /**
     * A range of values that stand for no measurement.
     *
     * @param from its first
     * @param to   its last
     */
    public record NoMeasurementValueRange(double from, double to) {}

    public MetricsExporterProfile {
        labels = Map.copyOf(labels);
        blanks = List.copyOf(blanks);
        identity = List.copyOf(identity);
        starts = List.copyOf(starts);
        partitions = Set.copyOf(partitions);
    }

    /** Returns whether an exported value stands for no measurement. Makes no objects. */
    public boolean isBlankValue(double value) {
        for (int i = 0; i < blanks.size(); i++) {
            if (value >= blanks.get(i).from() && value <= blanks.get(i).to()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the value of a label role in a series; empty when it is absent. */
    public String readLabel(SeriesLabelRole role, SeriesLabelSet series) {
        var text = series.firstValueOf(labels.getOrDefault(role, List.of()));
        if (role == SeriesLabelRole.UUID && !text.isEmpty() && !text.startsWith(uuidPrefix)) {
            return uuidPrefix + text;
        }
        return text;
    }
}
