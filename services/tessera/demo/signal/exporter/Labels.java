package tessera.demo.signal.exporter;

import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.util.ArrayList;
import java.util.List;

/** The labels of one series, in the order in which they were added. */
final class Labels {

    private final List<String> names = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    void add(String name, String value) {
        names.add(name);
        values.add(value);
    }

    Sample sample(String metric, double value) {
        return new Sample(metric, List.copyOf(names), List.copyOf(values), value);
    }
}
