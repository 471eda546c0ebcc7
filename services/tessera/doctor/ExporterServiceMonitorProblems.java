package tessera.doctor;

import java.util.List;

/**
 * The monitors of a GPU exporter that are a problem, by the names that kubectl uses.
 *
 * @param duplicates  that name the same one, which is read as often; else none
 * @param unselected that are all that name one, and that no Prometheus of the cluster heeds; else none
 * @param selectorTexts   what these heed instead, a few words each
 */
public record ExporterServiceMonitorProblems(List<String> duplicates, List<String> unselected,
        List<String> selectorTexts) {

    static final ExporterServiceMonitorProblems NONE = new ExporterServiceMonitorProblems(List.of(), List.of(),
            List.of());

    public ExporterServiceMonitorProblems {
        duplicates = List.copyOf(duplicates);
        unselected = List.copyOf(unselected);
        selectorTexts = List.copyOf(selectorTexts);
    }
}
