package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.lint.source.YamlDocuments;
import tessera.text.MessageCatalog;

/** Checks the use of metrics: their units, and the pods that their labels name. */
final class MetricUsageLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MetricUsageLintChecks.class);
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
    public void checkManifest(LintCheckContext context) {
        for (var misplaced : context.manifest().otherDocuments()) {
            PrometheusRuleDashboardExtractor.rulesOf(misplaced).forEach(rule -> checkUnitText(rule, context));
        }
    }

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        switch (object.kind()) {
            case "PrometheusRule" -> rulesOf(object.at("spec")).forEach(rule -> checkUnitText(rule, context));
            case "ConfigMap" -> object.at("data").entries().forEach(entry -> checkPanels(entry.value(), context));
            case "ServiceMonitor", "PodMonitor" -> checkMonitor(object, context);
            default -> {
                // Others read no metrics.
            }
        }
    }

    private static Stream<ManifestValue> rulesOf(ManifestValue spec) {
        return spec.at("groups").items().stream().flatMap(group -> group.at("rules").items().stream());
    }

    private static void checkUnitText(ManifestValue rule, LintCheckContext context) {
        if (!MEBIBYTES.matcher(rule.at("expr").text()).matches()) {
            return;
        }
        for (var annotation : rule.at("annotations").entries()) {
            var said = SAID.matcher(annotation.value().text());
            if (said.find()) {
                context.addFinding(UNIT, annotation.value(), new LintMonitoringReason.MebibytesAsMegabytes(),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.mib"), ManifestSourceEditor
                                .replacePart(annotation.value(), said.group(), said.group().replace("MB", "MiB"))));
            }
        }
    }

    private static void checkPanels(ManifestValue text, LintCheckContext context) {
        if (!PANEL_UNIT.matcher(text.text()).find()) {
            return;
        }
        var inner = YamlDocuments.parseEmbedded(text.text());
        var wrong = inner == null ? List.<ManifestValue>of()
                : collectPanels(inner, new ArrayList<>(), 0).stream()
                        .filter(panel -> panel.at("fieldConfig", "defaults", "unit").text().equals("decmbytes"))
                        .filter(MetricUsageLintChecks::showsMebibytes).toList();
        if (!wrong.isEmpty()) {
            boolean each = PANEL_UNIT.matcher(text.text()).results().count() == wrong.size();
            context.addFinding(UNIT, text.key(),
                    new LintMonitoringReason.PanelInMegabytes(wrong.getFirst().at("title").text()), each
                            ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.mbytes"),
                                    YamlBlockEditor.replaceMatches(text, PANEL_UNIT, "mbytes"))
                            : Optional.<LintFix>empty());
        }
    }

    private static boolean showsMebibytes(ManifestValue panel) {
        return !panel.at("targets").items().isEmpty() && panel.at("targets").items().stream()
                .allMatch(target -> MEBIBYTES.matcher(target.at("expr").text()).matches());
    }

    /** Collects panels at any depth, as rows and wrappers of dashboards hold panels, too. */
    private static List<ManifestValue> collectPanels(ManifestValue holder, List<ManifestValue> found, int depth) {
        for (var panel : holder.at("panels").items()) {
            found.add(panel);
            if (depth < 2) {
                collectPanels(panel, found, depth + 1);
            }
        }
        return depth == 0 && holder.at("dashboard").isMap() ? collectPanels(holder.at("dashboard"), found, 1) : found;
    }

    private static void checkMonitor(ManifestKubernetesObject monitor, LintCheckContext context) {
        boolean exporter = monitor.at("spec", "selector", "matchLabels").entries().stream()
                .anyMatch(label -> label.value().text().contains("dcgm-exporter"));
        if (!exporter || !isQueriedByPod(context)) {
            return;
        }
        var kind = monitor.kind().equals("PodMonitor") ? "podMetricsEndpoints" : "endpoints";
        for (var endpoint : monitor.at("spec", kind).items()) {
            boolean renamed = endpoint.at("relabelings").isList() || endpoint.at("metricRelabelings").isList();
            if (!endpoint.at("honorLabels").isTrue() && !renamed) {
                var honest = BooleanNode.TRUE;
                context.addFinding("exporter-labels-hidden", endpoint, new LintMonitoringReason.HiddenExporterLabels(),
                        endpoint.at("honorLabels").isWritten()
                                ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.honor.labels"),
                                        ManifestSourceEditor.replace(endpoint.at("honorLabels"), "true"))
                                : ManifestSourceEditor.fixOf(MESSAGES.text("fix.honor.labels"),
                                        ManifestSourceEditor.insertEntry(endpoint, "honorLabels", honest)));
            }
        }
    }

    private static boolean isQueriedByPod(LintCheckContext context) {
        return context.objects("monitoring.coreos.com", "PrometheusRule").flatMap(rule -> rulesOf(rule.at("spec")))
                .anyMatch(rule -> BY_POD.matcher(rule.at("expr").text()).find());
    }
}
