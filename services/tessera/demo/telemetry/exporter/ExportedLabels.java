package tessera.demo.telemetry.exporter;

import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.util.ArrayList;
import java.util.List;

/** The labels of one series, in the order in which they were added; of many, where several metrics have the same. */
final class ExportedLabels {

    private List<String> names = new ArrayList<>();
    private List<String> values = new ArrayList<>();

    void add(String name, String value) {
        names.add(name);
        values.add(value);
    }

    /** Others that begin with these. */
    ExportedLabels copy() {
        var copy = new ExportedLabels();
        copy.names.addAll(names);
        copy.values.addAll(values);
        return copy;
    }

    /** Labels to which none is added any more: all samples have the same lists. */
    ExportedLabels complete() {
        names = List.copyOf(names);
        values = List.copyOf(values);
        return this;
    }

    Sample sample(String metric, double value) {
        return new Sample(metric, List.copyOf(names), List.copyOf(values), value);
    }
}
