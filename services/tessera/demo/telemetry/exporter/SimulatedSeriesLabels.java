package tessera.demo.telemetry.exporter;

import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.util.ArrayList;
import java.util.List;

/** The labels of a series, in the order in which they were added; of many series, where several metrics have the same. */
final class SimulatedSeriesLabels {

    private List<String> names = new ArrayList<>();
    private List<String> values = new ArrayList<>();

    void addLabel(String name, String value) {
        names.add(name);
        values.add(value);
    }

    /** Returns a copy that begins with these labels. */
    SimulatedSeriesLabels copy() {
        var copy = new SimulatedSeriesLabels();
        copy.names.addAll(names);
        copy.values.addAll(values);
        return copy;
    }

    /** Returns the finished labels: all samples have the same lists. */
    SimulatedSeriesLabels freeze() {
        names = List.copyOf(names);
        values = List.copyOf(values);
        return this;
    }

    Sample createSample(String metric, double value) {
        return new Sample(metric, List.copyOf(names), List.copyOf(values), value);
    }
}
