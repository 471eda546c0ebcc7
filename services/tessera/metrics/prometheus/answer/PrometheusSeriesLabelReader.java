package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.metrics.exposition.SeriesLabelSet;

/** Reads the labels of series. The same texts and the same sets become the same objects. */
final class PrometheusSeriesLabelReader {

    static final String NAME = "__name__";

    private final Map<String, String> texts = new HashMap<>();
    private final Map<SeriesLabelSet, SeriesLabelSet> sets = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private String name = "";

    /** The name of a metric, and the labels without it. */
    record MetricNameAndLabels(String name, SeriesLabelSet labels) {

        static final MetricNameAndLabels NOTHING = new MetricNameAndLabels("", SeriesLabelSet.EMPTY);
    }

    MetricNameAndLabels read(JsonStreamReader reader) throws IOException {
        names.clear();
        values.clear();
        name = "";
        reader.readObject(label -> {
            var value = texts.computeIfAbsent(reader.readText(), text -> text);
            if (label.equals(NAME)) {
                name = value;
            } else {
                names.add(texts.computeIfAbsent(label, text -> text));
                values.add(value);
            }
        });
        return new MetricNameAndLabels(name, sets.computeIfAbsent(SeriesLabelSet.of(names, values), set -> set));
    }
}
