package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.MonitoringLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.ToolConfigFileKind;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;
import tessera.text.MessageCatalog;

/** Checks that alerts and dashboards are loaded and meaningful, and that exporters map devices to pods. */
final class MonitoringLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MonitoringLintChecks.class);
    private static final String PLUGINS = "/var/lib/kubelet/device-plugins";
    private static final String HOLDERS = "/var/lib/kubelet/pod-resources";
    private static final String SIDECAR = "grafana_dashboard";

    /** A file of its own, as Prometheus reads it. */
    @Override
    public void checkManifest(LintCheckContext context) {
        for (var misplaced : context.manifest().otherDocuments()) {
            for (var rule : PrometheusRuleDashboardExtractor.rulesOf(misplaced)) {
                checkAlert(rule, context);
            }
            if (ToolConfigFileKind.of(misplaced) == ToolConfigFileKind.DASHBOARD) {
                checkRemovedPanels(PrometheusRuleDashboardExtractor.panelsOf(misplaced), misplaced.key(),
                        Optional.empty(), context);
            }
        }
    }

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        PrometheusRuleDashboardExtractor.rulesOf(object).forEach(rule -> checkAlert(rule, context));
        if (object.isKind("", "ConfigMap")) {
            object.at("data").entries().forEach(entry -> checkData(object, entry.value(), context));
        }
    }

    private static List<ManifestValue> rulesOf(ManifestValue groups) {
        return groups.at("groups").items().stream().flatMap(group -> group.at("rules").items().stream())
                .filter(rule -> rule.at("alert").isPresent()).toList();
    }

    private static void checkAlert(ManifestValue rule, LintCheckContext context) {
        var value = rule.at("expr");
        context.facts().findMistake("alerts", value.text().strip())
                .filter(_ -> rule.at("alert").isPresent() && !PromqlQueryLintChecks.hasUnitMistake(value.text()))
                .ifPresent(nameMistake -> context.addChoice("alert-on-the-normal", value,
                        nameMistake.quoting(rule.at("alert").text()),
                        ManifestSourceEditor.availableFixes(ManifestSourceEditor
                                .fixOf(MESSAGES.text("fix.remove.alert"), ManifestSourceEditor.remove(rule)))));
    }

    private static void checkData(ManifestKubernetesObject object, ManifestValue text, LintCheckContext context) {
        var inner = YamlDocuments.parseEmbedded(text.text());
        if (inner == null || !inner.isMap()) {
            return;
        }
        var alerts = rulesOf(inner);
        if (!alerts.isEmpty()) {
            context.addChoice("alerts-unread", text.key(), new LintMonitoringReason.AlertsInConfigMap(),
                    ManifestSourceEditor.availableFixes(MonitoringLintFixes.toPrometheusRule(object, text)));
        }
        var wrapped = inner.at("dashboard", "panels").isList();
        if (wrapped || inner.at("panels").isList()) {
            checkDashboard(object, text, inner, context);
            checkRemovedPanels(PrometheusRuleDashboardExtractor.panelsOf(inner), text.key(),
                    MonitoringLintFixes.toTimeSeriesPanels(text), context);
        }
    }

    private static void checkDashboard(ManifestKubernetesObject object, ManifestValue text, ManifestValue inner,
            LintCheckContext context) {
        if (inner.at("dashboard", "panels").isList()) {
            context.addFinding("dashboard-unread", text.key(), new LintMonitoringReason.WrappedDashboard(),
                    MonitoringLintFixes.unwrapDashboard(text, inner));
        }
        if (!object.at("metadata", "labels", SIDECAR).isPresent()) {
            context.addFinding("dashboard-unread", object.at("metadata"),
                    new LintMonitoringReason.UnlabelledDashboard(SIDECAR),
                    MonitoringLintFixes.addDashboardLabel(object, SIDECAR));
        }
    }

    private static void checkRemovedPanels(List<ManifestValue> panels, ManifestValue value, Optional<LintFix> fix,
            LintCheckContext context) {
        panels.stream().filter(panel -> panel.at("type").text().equals("graph")).findFirst()
                .ifPresent(panel -> context.addFinding("panel-removed", value,
                        new LintMonitoringReason.RemovedGraphPanel(panel.at("title").text()), fix));
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        boolean exports = template.containers().stream().map(MonitoringLintChecks::imageName)
                .anyMatch(image -> image.contains("exporter") || image.endsWith("-dcgm"));
        if (!exports || template.containers().stream().map(MonitoringLintChecks::imageName)
                .anyMatch(image -> image.contains("device-plugin:") && !image.endsWith("-dcgm"))) {
            return;
        }
        for (var volume : template.spec().at("volumes").items()) {
            var path = volume.at("hostPath", "path");
            if (path.text().equals(PLUGINS)) {
                context.addFinding("exporter-mount-wrong", path, new LintMonitoringReason.ExporterMountWrong(HOLDERS),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", HOLDERS),
                                ManifestSourceEditor.replace(path, HOLDERS)));
            }
        }
    }

    private static String imageName(PodTemplateContainer container) {
        return container.value().at("image").text();
    }
}
