package tessera.lint.rule;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.manifest.ChartValues;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.ToolFile;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;

/** Rules of Prometheus and dashboards of Grafana: as objects, as files, inside ConfigMaps and inside values of charts. */
final class MonitoringFiles {

    private static final int DEEPEST = 6;
    private static final Pattern HELD = Pattern.compile("\\bexpr\\b");

    private MonitoringFiles() {}

    /** Returns the rules of an object, whatever it is, alerts and recordings. */
    static List<ManifestValue> rules(KubeObject object) {
        if (object.kind().equals("PrometheusRule")) {
            return rules(object.at("spec"));
        }
        return Stream.concat(held(object).filter(file -> ToolFile.of(file) == ToolFile.PROMETHEUS_RULES),
                ChartValues.of(object)).flatMap(file -> inside(file, 0)).toList();
    }

    /** Returns the rules of a file, or of values of a chart that hands them on. */
    static List<ManifestValue> rules(ManifestValue file) {
        return inside(file, 0).toList();
    }

    private static Stream<ManifestValue> inside(ManifestValue holder, int depth) {
        if (holder.at("groups").isList()) {
            return holder.at("groups").items().stream().flatMap(group -> group.at("rules").items().stream());
        }
        return depth > DEEPEST ? Stream.empty()
                : holder.entries().stream().flatMap(entry -> inside(entry.value(), depth + 1));
    }

    /** Returns the panels of dashboards that a ConfigMap holds. */
    static List<ManifestValue> panels(KubeObject object) {
        return held(object).filter(file -> ToolFile.of(file) == ToolFile.DASHBOARD).flatMap(file -> panels(file, 0))
                .toList();
    }

    /** Returns the panels of a file, those within rows, too. */
    static List<ManifestValue> panels(ManifestValue file) {
        return ToolFile.of(file) == ToolFile.DASHBOARD ? panels(file, 0).toList() : List.of();
    }

    private static Stream<ManifestValue> panels(ManifestValue holder, int depth) {
        if (depth > 2) {
            return Stream.empty();
        }
        return Stream.concat(holder.at("dashboard").isMap() ? panels(holder.at("dashboard"), depth + 1)
                : Stream.empty(),
                holder.at("panels").items().stream()
                        .flatMap(panel -> Stream.concat(Stream.of(panel), panels(panel, depth + 1))));
    }

    private static Stream<ManifestValue> held(KubeObject object) {
        return object.is("", "ConfigMap") ? object.at("data").entries().stream().map(ManifestValue.MappingEntry::value)
                .filter(text -> HELD.matcher(text.text()).find()).map(YamlDocuments::inner).filter(Objects::nonNull)
                : Stream.empty();
    }
}
