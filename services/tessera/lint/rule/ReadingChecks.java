package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;
import tessera.lint.source.YamlInsertions;

/** How metrics are read: in which units, and whose pods their labels name. */
final class ReadingChecks implements LintCheck {

    private static final String UNIT = "unit-megabytes";
    private static final Pattern MEBIBYTES = Pattern
            .compile("[^/*]*\\bDCGM_FI_DEV_FB_(?:USED|FREE|RESERVED|TOTAL)\\b[^/*]*", Pattern.DOTALL);
    private static final Pattern SAID = Pattern.compile("\\}\\}\\s?(MB)\\b");
    private static final Pattern PANEL_UNIT = Pattern.compile("[\"']?unit[\"']?\\s*:\\s*[\"']?(decmbytes)\\b[\"']?");
    /** A query of the exporter that goes by the pod that has the GPU. */
    private static final Pattern BY_POD = Pattern.compile("\\bDCGM_FI_\\w++\\s*+\\{[^{}]*?\\bpod\\s*+[=!]"
            + "|\\b(?:by|on)\\s*+(?>\\((?=[^()]*+\\))[^()]*?\\bpod\\b[^()]*+\\))[^;]{0,400}?DCGM_FI_"
            + "|DCGM_FI_[^;]{0,400}?\\b(?:by|on)\\s*+\\((?>[^()]*?\\bpod\\b)");

    @Override
    public void manifest(CheckContext look) {
        look.manifest().strays()
                .forEach(stray -> MonitoringFiles.rules(stray).forEach(rule -> said(rule, look)));
    }

    @Override
    public void object(KubeObject object, CheckContext look) {
        switch (object.kind()) {
            case "PrometheusRule" -> rules(object.at("spec")).forEach(rule -> said(rule, look));
            case "ConfigMap" -> object.at("data").entries().forEach(entry -> panels(entry.value(), look));
            case "ServiceMonitor", "PodMonitor" -> monitor(object, look);
            default -> {
                // Others read no metrics.
            }
        }
    }

    private static Stream<ManifestValue> rules(ManifestValue spec) {
        return spec.at("groups").items().stream().flatMap(group -> group.at("rules").items().stream());
    }

    private static void said(ManifestValue rule, CheckContext look) {
        if (!MEBIBYTES.matcher(rule.at("expr").text()).matches()) {
            return;
        }
        for (var annotation : rule.at("annotations").entries()) {
            var said = SAID.matcher(annotation.value().text());
            if (said.find()) {
                look.note(UNIT, annotation.value(), "This metric counts MiB, which are 5 % more than MB",
                        ManifestEditor.fix("Write MiB", ManifestEditor.replace(annotation.value(), said.group(),
                                said.group().replace("MB", "MiB"))));
            }
        }
    }

    private static void panels(ManifestValue text, CheckContext look) {
        if (!PANEL_UNIT.matcher(text.text()).find()) {
            return;
        }
        var inner = YamlDocuments.inner(text.text());
        var wrong = inner == null ? List.<ManifestValue>of()
                : all(inner, new ArrayList<>(), 0).stream()
                        .filter(panel -> panel.at("fieldConfig", "defaults", "unit").text().equals("decmbytes"))
                        .filter(panel -> !panel.at("targets").items().isEmpty() && panel.at("targets").items().stream()
                                .allMatch(target -> MEBIBYTES.matcher(target.at("expr").text()).matches()))
                        .toList();
        if (!wrong.isEmpty()) {
            boolean each = PANEL_UNIT.matcher(text.text()).results().count() == wrong.size();
            look.note(UNIT, text.key(), "“%s” shows MB, and the metric counts MiB: the unit is mbytes"
                    .formatted(wrong.getFirst().at("title").text()),
                    each ? ManifestEditor.fix("Write mbytes", YamlInsertions.replaceAll(text, PANEL_UNIT, "mbytes"))
                            : Optional.<LintFix>empty());
        }
    }

    /** Rows hold panels, too, and so does what is round a dashboard. */
    private static List<ManifestValue> all(ManifestValue holder, List<ManifestValue> found, int depth) {
        for (var panel : holder.at("panels").items()) {
            found.add(panel);
            if (depth < 2) {
                all(panel, found, depth + 1);
            }
        }
        return depth == 0 && holder.at("dashboard").isMap() ? all(holder.at("dashboard"), found, 1) : found;
    }

    private static void monitor(KubeObject monitor, CheckContext look) {
        boolean exporter = monitor.at("spec", "selector", "matchLabels").entries().stream()
                .anyMatch(label -> label.value().text().contains("dcgm-exporter"));
        if (!exporter || !queried(look)) {
            return;
        }
        var kind = monitor.kind().equals("PodMonitor") ? "podMetricsEndpoints" : "endpoints";
        for (var endpoint : monitor.at("spec", kind).items()) {
            boolean renamed = endpoint.at("relabelings").isList() || endpoint.at("metricRelabelings").isList();
            if (!endpoint.at("honorLabels").isTrue() && !renamed) {
                var honest = BooleanNode.TRUE;
                look.note("exporter-labels-hidden", endpoint,
                        "Queries beside it mean the pod that has the GPU, and “pod” is the exporter’s own without honorLabels",
                        endpoint.at("honorLabels").written()
                                ? ManifestEditor.fix("Honor them",
                                        ManifestEditor.replace(endpoint.at("honorLabels"), "true"))
                                : ManifestEditor.fix("Honor them",
                                        ManifestEditor.insert(endpoint, "honorLabels", honest)));
            }
        }
    }

    private static boolean queried(CheckContext look) {
        return look.objects("monitoring.coreos.com", "PrometheusRule").flatMap(rule -> rules(rule.at("spec")))
                .anyMatch(rule -> BY_POD.matcher(rule.at("expr").text()).find());
    }
}
