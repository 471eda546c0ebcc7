package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.MonitorFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.ToolFile;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;

/** Checks that alerts and dashboards are loaded and meaningful, and that exporters map devices to pods. */
final class MonitoringChecks implements LintCheck {

    private static final String PLUGINS = "/var/lib/kubelet/device-plugins";
    private static final String HOLDERS = "/var/lib/kubelet/pod-resources";
    private static final String SIDECAR = "grafana_dashboard";

    /** A file of its own, as Prometheus reads it. */
    @Override
    public void checkManifest(CheckContext context) {
        context.manifest().otherDocuments().forEach(stray -> {
            MonitoringManifests.rulesOf(stray).forEach(rule -> checkAlert(rule, context));
            if (ToolFile.of(stray) == ToolFile.DASHBOARD) {
                checkRemovedPanels(MonitoringManifests.panelsOf(stray), stray.key(), Optional.empty(), context);
            }
        });
    }

    @Override
    public void checkObject(KubeObject object, CheckContext context) {
        MonitoringManifests.rulesOf(object).forEach(rule -> checkAlert(rule, context));
        if (object.isKind("", "ConfigMap")) {
            object.at("data").entries().forEach(entry -> checkData(object, entry.value(), context));
        }
    }

    private static List<ManifestValue> rulesOf(ManifestValue groups) {
        return groups.at("groups").items().stream().flatMap(group -> group.at("rules").items().stream())
                .filter(rule -> rule.at("alert").isPresent()).toList();
    }

    private static void checkAlert(ManifestValue rule, CheckContext context) {
        var place = rule.at("expr");
        context.facts().findMistake("alerts", place.text().strip())
                .filter(_ -> rule.at("alert").isPresent() && !QueryChecks.hasUnitMistake(place.text()))
                .ifPresent(mistake -> context.addChoice("alert-on-the-normal", place,
                        "“%s”: %s".formatted(rule.at("alert").text(), mistake.reason()),
                        ManifestEditor.availableFixes(
                                ManifestEditor.fixOf("Take the alert away", ManifestEditor.remove(rule)))));
    }

    private static void checkData(KubeObject object, ManifestValue text, CheckContext context) {
        var inner = YamlDocuments.parseEmbedded(text.text());
        if (inner == null || !inner.isMap()) {
            return;
        }
        var alerts = rulesOf(inner);
        if (!alerts.isEmpty()) {
            context.addChoice("alerts-unread", text.key(), "Prometheus reads a ConfigMap only where it is mounted; "
                    + "its operator reads PrometheusRule objects",
                    ManifestEditor.availableFixes(MonitorFixes.toPrometheusRule(object, text)));
        }
        var wrapped = inner.at("dashboard", "panels").isList();
        if (wrapped || inner.at("panels").isList()) {
            checkDashboard(object, text, inner, context);
            checkRemovedPanels(MonitoringManifests.panelsOf(inner), text.key(), MonitorFixes.toTimeSeriesPanels(text),
                    context);
        }
    }

    private static void checkDashboard(KubeObject object, ManifestValue text, ManifestValue inner,
            CheckContext context) {
        if (inner.at("dashboard", "panels").isList()) {
            context.addFinding("dashboard-unread", text.key(), "A file of a dashboard is the dashboard itself; "
                    + "within “dashboard” only the API of Grafana takes it", MonitorFixes.unwrapDashboard(text, inner));
        }
        if (!object.at("metadata", "labels", SIDECAR).isPresent()) {
            context.addFinding("dashboard-unread", object.at("metadata"),
                    ("Grafana’s sidecar reads what is labelled %s: \"1\"; "
                            + "without it somebody has to mount this").formatted(SIDECAR),
                    MonitorFixes.addDashboardLabel(object, SIDECAR));
        }
    }

    private static void checkRemovedPanels(List<ManifestValue> panels, ManifestValue place, Optional<LintFix> fix,
            CheckContext context) {
        panels.stream().filter(panel -> panel.at("type").text().equals("graph")).findFirst()
                .ifPresent(panel -> context.addFinding("panel-removed", place,
                        "Grafana 12 has no “graph” panels any more, such as “%s”: write timeseries"
                                .formatted(panel.at("title").text()),
                        fix));
    }

    @Override
    public void checkTemplate(PodTemplate template, CheckContext context) {
        boolean exports = template.containers().stream().map(MonitoringChecks::imageName)
                .anyMatch(image -> image.contains("exporter") || image.endsWith("-dcgm"));
        if (!exports || template.containers().stream().map(MonitoringChecks::imageName)
                .anyMatch(image -> image.contains("device-plugin:") && !image.endsWith("-dcgm"))) {
            return;
        }
        for (var volume : template.spec().at("volumes").items()) {
            var path = volume.at("hostPath", "path");
            if (path.text().equals(PLUGINS)) {
                context.addFinding("exporter-mount-wrong", path,
                        "Which pod has which device is asked at %s; this directory is for device plugins"
                                .formatted(HOLDERS),
                        ManifestEditor.fixOf("Write " + HOLDERS, ManifestEditor.replace(path, HOLDERS)));
            }
        }
    }

    private static String imageName(TemplateContainer container) {
        return container.value().at("image").text();
    }
}
