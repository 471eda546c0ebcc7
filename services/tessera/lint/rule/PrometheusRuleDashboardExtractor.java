package tessera.lint.rule;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.manifest.HelmCustomResourceValueReader;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ToolConfigFileKind;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;

/** Prometheus rules and Grafana dashboards in objects, files, ConfigMaps and chart values. */
final class PrometheusRuleDashboardExtractor {

    private static final int DEEPEST = 6;
    private static final Pattern HELD = Pattern.compile("\\bexpr\\b");

    private PrometheusRuleDashboardExtractor() {}

    /** Returns the alerting and recording rules of an object of any kind. */
    static List<ManifestValue> rulesOf(ManifestKubernetesObject object) {
        return groupsOf(object).stream().flatMap(PrometheusRuleDashboardExtractor::rulesOfGroup).toList();
    }

    /** Returns the groups of rules of an object of any kind. */
    static List<ManifestValue> groupsOf(ManifestKubernetesObject object) {
        if (object.kind().equals("PrometheusRule")) {
            return groupsOf(object.at("spec"));
        }
        return Stream.concat(
                innerDocuments(object)
                        .filter(file -> ToolConfigFileKind.of(file) == ToolConfigFileKind.PROMETHEUS_RULES),
                HelmCustomResourceValueReader.valuesOf(object)).flatMap(file -> innerGroups(file, 0)).toList();
    }

    /** Returns the rules of a file, or of chart values that pass them on. */
    static List<ManifestValue> rulesOf(ManifestValue file) {
        return innerGroups(file, 0).flatMap(PrometheusRuleDashboardExtractor::rulesOfGroup).toList();
    }

    /** Returns the groups of rules of a file, or of chart values that pass them on. */
    static List<ManifestValue> groupsOf(ManifestValue file) {
        return innerGroups(file, 0).toList();
    }

    private static Stream<ManifestValue> rulesOfGroup(ManifestValue group) {
        return group.at("rules").items().stream();
    }

    private static Stream<ManifestValue> innerGroups(ManifestValue holder, int depth) {
        if (holder.at("groups").isList()) {
            return holder.at("groups").items().stream();
        }
        if (depth > DEEPEST) {
            return Stream.empty();
        }
        return holder.entries().stream().flatMap(entry -> innerGroups(entry.value(), depth + 1));
    }

    /** Returns the panels of dashboards in a ConfigMap. */
    static List<ManifestValue> panelsOf(ManifestKubernetesObject object) {
        return innerDocuments(object).filter(file -> ToolConfigFileKind.of(file) == ToolConfigFileKind.DASHBOARD)
                .flatMap(file -> panelsOf(file, 0)).toList();
    }

    /** Returns the panels of a file, including those within rows. */
    static List<ManifestValue> panelsOf(ManifestValue file) {
        if (ToolConfigFileKind.of(file) == ToolConfigFileKind.DASHBOARD) {
            return panelsOf(file, 0).toList();
        }
        return List.of();
    }

    private static Stream<ManifestValue> panelsOf(ManifestValue holder, int depth) {
        if (depth > 2) {
            return Stream.empty();
        }
        return Stream.concat(
                holder.at("dashboard").isMap() ? panelsOf(holder.at("dashboard"), depth + 1) : Stream.empty(),
                holder.at("panels").items().stream()
                        .flatMap(panel -> Stream.concat(Stream.of(panel), panelsOf(panel, depth + 1))));
    }

    private static Stream<ManifestValue> innerDocuments(ManifestKubernetesObject object) {
        if (object.isKind("", "ConfigMap")) {
            return object.at("data").entries().stream().map(ManifestValue.MappingEntry::value)
                    .filter(text -> HELD.matcher(text.text()).find()).map(YamlDocuments::parseEmbedded)
                    .filter(Objects::nonNull);
        }
        return Stream.empty();
    }
}
