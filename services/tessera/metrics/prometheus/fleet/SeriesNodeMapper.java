package tessera.metrics.prometheus.fleet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.metrics.catalog.MetricsExporterProfile;
import tessera.metrics.catalog.SeriesLabelRole;
import tessera.metrics.exposition.SeriesLabelSet;

/** Maps series to node names. One thread. */
final class SeriesNodeMapper {

    private final MetricsExporterProfile exporter;
    private final List<String> labels;
    private final NodesByExporterTarget nodes;
    private final Map<SeriesLabelSet, SeriesHost> hostsBySeries = new HashMap<>();

    /**
     * The host that a series is about.
     *
     * @param label the one that tells it
     * @param value its value
     * @param node  the node's name; what the series calls its host where that is no node; empty when it names none
     */
    record SeriesHost(String label, String value, String node) {

        static final SeriesHost NONE = new SeriesHost("", "", "");
    }

    SeriesNodeMapper(MetricsExporterProfile exporter, NodesByExporterTarget nodes) {
        this.exporter = exporter;
        this.labels = exporter.labels().getOrDefault(SeriesLabelRole.HOST, List.of());
        this.nodes = nodes;
    }

    /** Returns the name of the node that a series is about. */
    String nodeOf(SeriesLabelSet series) {
        return hostOf(series).node();
    }

    SeriesHost hostOf(SeriesLabelSet series) {
        return hostsBySeries.computeIfAbsent(series, this::findHost);
    }

    private SeriesHost findHost(SeriesLabelSet series) {
        var first = SeriesHost.NONE;
        for (var label : labels) {
            var value = series.valueOf(label);
            var host = withoutPort(value);
            if (nodes.names().contains(host)) {
                return new SeriesHost(label, value, host);
            }
            int dot = host.indexOf('.');
            if (dot > 0 && nodes.names().contains(host.substring(0, dot))) {
                return new SeriesHost(label, value, host.substring(0, dot));
            }
            first = first.node().isEmpty() ? new SeriesHost(label, value, host) : first;
        }
        return scrapedHost(series).orElse(first);
    }

    /** Returns the host by scrape target, where the exporter names no host. */
    private Optional<SeriesHost> scrapedHost(SeriesLabelSet series) {
        for (var label : exporter.labels().getOrDefault(SeriesLabelRole.SCRAPED_POD, List.of())) {
            var pod = series.valueOf(label);
            var node = nodes.nodeOfPod(exporter.readLabel(SeriesLabelRole.SCRAPED_NAMESPACE, series), pod,
                    exporter.vendor());
            if (node != null) {
                return Optional.of(new SeriesHost(label, pod, node));
            }
            for (var place : labels) {
                var address = series.valueOf(place);
                var there = nodes.nodeAtAddress(withoutPort(address), exporter.vendor());
                if (there != null) {
                    return Optional.of(new SeriesHost(place, address, there));
                }
            }
        }
        return Optional.empty();
    }

    private static String withoutPort(String host) {
        if (host.startsWith("[")) {
            return host.substring(1, Math.max(1, host.indexOf(']')));
        }
        int colon = host.lastIndexOf(':');
        return colon > 0 && host.indexOf(':') == colon ? host.substring(0, colon) : host;
    }
}
