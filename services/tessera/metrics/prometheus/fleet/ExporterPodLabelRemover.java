package tessera.metrics.prometheus.fleet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.prometheus.answer.InstantVector;
import tessera.metrics.scrape.KnownExporterNames;

/**
 * The exporters among the pods that series name. Prometheus adds to each series which pod it was read from; of a device
 * that nobody has, that pod must not be taken for its user. One thread.
 */
final class ExporterPodLabelRemover {

    private static final String POD = "pod";
    private static final List<String> OF_TARGET = List.of(POD, "namespace", "container");

    private final KnownExporterNames names = KnownExporterNames.bundled();
    private final Set<String> pods = new HashSet<>();
    private final Map<SeriesLabelSet, SeriesLabelSet> strippedLabels = new HashMap<>();

    /** Those that series name beside another pod are exporters for sure, whatever their names. */
    ExporterPodLabelRemover(InstantVector series) {
        for (int i = 0; i < series.size(); i++) {
            if (!series.labelsOf(i).valueOf("exported_pod").isEmpty()) {
                pods.add(series.labelsOf(i).valueOf(POD));
            }
        }
    }

    /** Returns the labels without those that name an exporter. */
    SeriesLabelSet withoutExporterLabels(SeriesLabelSet series) {
        var pod = series.valueOf(POD);
        return pod.isEmpty() || (!pods.contains(pod) && !names.resemblesExporter(pod)) ? series
                : strippedLabels.computeIfAbsent(series, ExporterPodLabelRemover::stripExporterLabels);
    }

    private static SeriesLabelSet stripExporterLabels(SeriesLabelSet series) {
        var labels = new ArrayList<String>();
        var values = new ArrayList<String>();
        for (int i = 0; i < series.size(); i++) {
            if (!OF_TARGET.contains(series.name(i))) {
                labels.add(series.name(i));
                values.add(series.value(i));
            }
        }
        return SeriesLabelSet.of(labels, values);
    }
}
