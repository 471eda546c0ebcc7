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

/** Whether alerts and dashboards are read by anybody and mean something, and exporters see which pod has which device. */
final class MonitoringChecks implements LintCheck {

    private static final String PLUGINS = "/var/lib/kubelet/device-plugins";
    private static final String HOLDERS = "/var/lib/kubelet/pod-resources";
    private static final String SIDECAR = "grafana_dashboard";

    /** A file of its own, as Prometheus reads it. */
    @Override
    public void manifest(CheckContext look) {
        look.manifest().strays().forEach(stray -> {
            MonitoringFiles.rules(stray).forEach(rule -> alert(rule, look));
            if (ToolFile.of(stray) == ToolFile.DASHBOARD) {
                removed(MonitoringFiles.panels(stray), stray.key(), Optional.empty(), look);
            }
        });
    }

    @Override
    public void object(KubeObject object, CheckContext look) {
        MonitoringFiles.rules(object).forEach(rule -> alert(rule, look));
        if (object.is("", "ConfigMap")) {
            object.at("data").entries().forEach(entry -> data(object, entry.value(), look));
        }
    }

    private static List<ManifestValue> rules(ManifestValue groups) {
        return groups.at("groups").items().stream().flatMap(group -> group.at("rules").items().stream())
                .filter(rule -> rule.at("alert").present()).toList();
    }

    private static void alert(ManifestValue rule, CheckContext look) {
        var place = rule.at("expr");
        look.facts().mistake("alerts", place.text().strip())
                .filter(_ -> rule.at("alert").present() && !QueryChecks.mistaken(place.text()))
                .ifPresent(mistake -> look.offer("alert-on-the-normal", place,
                        "“%s”: %s".formatted(rule.at("alert").text(), mistake.reason()),
                        ManifestEditor.ways(ManifestEditor.fix("Take the alert away", ManifestEditor.remove(rule)))));
    }

    private static void data(KubeObject object, ManifestValue text, CheckContext look) {
        var inner = YamlDocuments.inner(text.text());
        if (inner == null || !inner.isMap()) {
            return;
        }
        var alerts = rules(inner);
        if (!alerts.isEmpty()) {
            look.offer("alerts-unread", text.key(), "Prometheus reads a ConfigMap only where it is mounted; "
                    + "its operator reads PrometheusRule objects",
                    ManifestEditor.ways(MonitorFixes.rules(object, text)));
        }
        var wrapped = inner.at("dashboard", "panels").isList();
        if (wrapped || inner.at("panels").isList()) {
            dashboard(object, text, inner, look);
            removed(MonitoringFiles.panels(inner), text.key(), MonitorFixes.series(text), look);
        }
    }

    private static void dashboard(KubeObject object, ManifestValue text, ManifestValue inner, CheckContext look) {
        if (inner.at("dashboard", "panels").isList()) {
            look.note("dashboard-unread", text.key(), "A file of a dashboard is the dashboard itself; "
                    + "within “dashboard” only the API of Grafana takes it", MonitorFixes.unwrapped(text, inner));
        }
        if (!object.at("metadata", "labels", SIDECAR).present()) {
            look.note("dashboard-unread", object.at("metadata"), ("Grafana’s sidecar reads what is labelled %s: \"1\"; "
                    + "without it somebody has to mount this").formatted(SIDECAR),
                    MonitorFixes.labelled(object, SIDECAR));
        }
    }

    private static void removed(List<ManifestValue> panels, ManifestValue place, Optional<LintFix> fix,
            CheckContext look) {
        panels.stream().filter(panel -> panel.at("type").text().equals("graph")).findFirst()
                .ifPresent(panel -> look.note("panel-removed", place,
                        "Grafana 12 has no “graph” panels any more, such as “%s”: write timeseries"
                                .formatted(panel.at("title").text()),
                        fix));
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        boolean exports = template.containers().stream().map(MonitoringChecks::image)
                .anyMatch(image -> image.contains("exporter") || image.endsWith("-dcgm"));
        if (!exports || template.containers().stream().map(MonitoringChecks::image)
                .anyMatch(image -> image.contains("device-plugin:") && !image.endsWith("-dcgm"))) {
            return;
        }
        for (var volume : template.spec().at("volumes").items()) {
            var path = volume.at("hostPath", "path");
            if (path.text().equals(PLUGINS)) {
                look.note("exporter-mount-wrong", path,
                        "Which pod has which device is asked at %s; this directory is for device plugins"
                                .formatted(HOLDERS),
                        ManifestEditor.fix("Write " + HOLDERS, ManifestEditor.replace(path, HOLDERS)));
            }
        }
    }

    private static String image(TemplateContainer container) {
        return container.value().at("image").text();
    }
}
