package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import tessera.lint.finding.Fix;
import tessera.lint.mend.Monitors;
import tessera.lint.source.Documents;
import tessera.lint.source.Edits;
import tessera.lint.source.Value;
import tessera.lint.subject.Container;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.PodTemplate;
import tessera.lint.subject.ToolFile;

/** Whether alerts and dashboards are read by anybody and mean something, and exporters see which pod has which device. */
final class MonitoringChecks implements Check {

    private static final String PLUGINS = "/var/lib/kubelet/device-plugins";
    private static final String HOLDERS = "/var/lib/kubelet/pod-resources";
    private static final String SIDECAR = "grafana_dashboard";

    /** A file of its own, as Prometheus reads it. */
    @Override
    public void manifest(Look look) {
        look.manifest().strays().forEach(stray -> {
            MonitoringFiles.rules(stray).forEach(rule -> alert(rule, look));
            if (ToolFile.of(stray) == ToolFile.DASHBOARD) {
                removed(MonitoringFiles.panels(stray), stray.key(), Optional.empty(), look);
            }
        });
    }

    @Override
    public void object(KubeObject object, Look look) {
        MonitoringFiles.rules(object).forEach(rule -> alert(rule, look));
        if (object.is("", "ConfigMap")) {
            object.at("data").entries().forEach(entry -> data(object, entry.value(), look));
        }
    }

    private static List<Value> rules(Value groups) {
        return groups.at("groups").items().stream().flatMap(group -> group.at("rules").items().stream())
                .filter(rule -> rule.at("alert").present()).toList();
    }

    private static void alert(Value rule, Look look) {
        var place = rule.at("expr");
        look.facts().mistake("alerts", place.text().strip())
                .filter(_ -> rule.at("alert").present() && !QueryChecks.mistaken(place.text()))
                .ifPresent(mistake -> look.offer("alert-on-the-normal", place,
                        "“%s”: %s".formatted(rule.at("alert").text(), mistake.reason()),
                        Edits.ways(Edits.fix("Take the alert away", Edits.remove(rule)))));
    }

    private static void data(KubeObject object, Value text, Look look) {
        var inner = Documents.inner(text.text());
        if (inner == null || !inner.isMap()) {
            return;
        }
        var alerts = rules(inner);
        if (!alerts.isEmpty()) {
            look.offer("alerts-unread", text.key(), "Prometheus reads a ConfigMap only where it is mounted; "
                    + "its operator reads PrometheusRule objects", Edits.ways(Monitors.rules(object, text)));
        }
        var wrapped = inner.at("dashboard", "panels").isList();
        if (wrapped || inner.at("panels").isList()) {
            dashboard(object, text, inner, look);
            removed(MonitoringFiles.panels(inner), text.key(), Monitors.series(text), look);
        }
    }

    private static void dashboard(KubeObject object, Value text, Value inner, Look look) {
        if (inner.at("dashboard", "panels").isList()) {
            look.note("dashboard-unread", text.key(), "A file of a dashboard is the dashboard itself; "
                    + "within “dashboard” only the API of Grafana takes it", Monitors.unwrapped(text, inner));
        }
        if (!object.at("metadata", "labels", SIDECAR).present()) {
            look.note("dashboard-unread", object.at("metadata"), ("Grafana’s sidecar reads what is labelled %s: \"1\"; "
                    + "without it somebody has to mount this").formatted(SIDECAR), Monitors.labelled(object, SIDECAR));
        }
    }

    private static void removed(List<Value> panels, Value place, Optional<Fix> fix, Look look) {
        panels.stream().filter(panel -> panel.at("type").text().equals("graph")).findFirst()
                .ifPresent(panel -> look.note("panel-removed", place,
                        "Grafana 12 has no “graph” panels any more, such as “%s”: write timeseries"
                                .formatted(panel.at("title").text()),
                        fix));
    }

    @Override
    public void template(PodTemplate template, Look look) {
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
                        Edits.fix("Write " + HOLDERS, Edits.replace(path, HOLDERS)));
            }
        }
    }

    private static String image(Container container) {
        return container.value().at("image").text();
    }
}
