package tessera.metrics.catalogue;

import java.util.List;
import java.util.Map;
import tessera.metrics.exposition.LabelSet;

/**
 * A program that exports metrics of accelerators.
 *
 * @param id     stable name within the catalogue
 * @param vendor whose devices it watches
 * @param title  what to call it
 * @param labels which labels play a role, the first that is there counts
 */
public record Exporter(String id, String vendor, String title, Map<Role, List<String>> labels) {

    public Exporter {
        labels = Map.copyOf(labels);
    }

    /** What the labels of a series tell about something; empty when nothing. */
    public String read(Role role, LabelSet series) {
        return series.first(labels.getOrDefault(role, List.of()));
    }
}
