package tessera.lint.manifest;

import java.util.List;
import java.util.Set;
import tessera.lint.source.ManifestValue;

/** A file that a tool reads and that is no object of a cluster, told by its keys. */
public enum ToolFile {

    /** Layouts for the MIG manager. */
    MIG_LAYOUTS,
    /** A configuration of the device plugin. */
    PLUGIN_CONFIG,
    /** A file of rules that Prometheus loads. */
    PROMETHEUS_RULES,
    /** A dashboard of Grafana. */
    DASHBOARD,
    /** The configuration of Docker. */
    CONTAINER_RUNTIME,
    /** A file of a tool that is of no concern here, such as a kustomization. */
    OTHER,
    /** Values of a chart, which are whatever the chart says. */
    CHART_VALUES,
    /** What is none of these: an object that is not whole. */
    NONE;

    private static final Set<String> OF_OBJECTS = Set.of("apiVersion", "kind", "items", "containers");
    /** What objects, and lists within them, have. */
    private static final Set<String> OF_LISTS = Set.of("apiVersion", "kind", "metadata", "spec", "image", "containers",
            "resources", "mountPath");
    private static final Set<String> OF_MERGES = Set.of("$patch", "$retainKeys", "$deleteFromPrimitiveList",
            "$setElementOrder");
    private static final Set<String> MAPS = Set.of("metadata", "spec", "status");
    /** Keys that a file of a tool has together. */
    private static final List<Set<String>> OTHERS = List.of(Set.of("scrape_configs"), Set.of("rule_files"),
            Set.of("route", "receivers"), Set.of("apiVersion", "name", "version"), Set.of("releases"),
            Set.of("services", "volumes"), Set.of("jobs", "on"), Set.of("configMapGenerator"), Set.of("patches"),
            Set.of("cdiVersion"), Set.of("patchesStrategicMerge"), Set.of("namePrefix"), Set.of("kustomize"));

    /** Returns what a document that is no object is read by. */
    public static ToolFile of(ManifestValue document) {
        if (!document.isMap()) {
            return patch(document) || list(document) ? OTHER : NONE;
        }
        if (merges(document)) {
            return OTHER;
        }
        if (document.at("default-runtime").isText() || document.at("runtimes").entries().stream()
                .anyMatch(runtime -> runtime.value().at("path").text().endsWith("container-runtime"))) {
            return CONTAINER_RUNTIME;
        }
        if (document.at("mig-configs").written()) {
            return MIG_LAYOUTS;
        }
        if (plugin(document)) {
            return PLUGIN_CONFIG;
        }
        if (document.at("groups").items().stream().anyMatch(group -> group.at("rules").isList())) {
            return PROMETHEUS_RULES;
        }
        if (document.at("dashboard", "panels").isList() || (document.at("panels").isList()
                && (document.at("schemaVersion").present() || document.at("title").present()))) {
            return DASHBOARD;
        }
        if ((!document.at("kind").present() || document.at("cdiVersion").present())
                && (OTHERS.stream().anyMatch(keys -> keys.stream().allMatch(key -> document.at(key).written()))
                        || resources(document))) {
            return OTHER;
        }
        return OF_OBJECTS.stream().anyMatch(key -> document.at(key).written())
                || MAPS.stream().anyMatch(key -> document.at(key).isMap()) ? NONE : CHART_VALUES;
    }

    /** Whether it is merged into an object that stands elsewhere, as kustomize and kubectl patch do it. */
    public static boolean merges(ManifestValue document) {
        return document.entries().stream().anyMatch(entry -> OF_MERGES.contains(entry.name()) || merges(entry.value()))
                || document.items().stream().anyMatch(ToolFile::merges);
    }

    /** Whether the device plugin reads it: nothing else has such keys. */
    public static boolean plugin(ManifestValue document) {
        boolean versioned = document.at("version").text().startsWith("v");
        return document.at("sharing", "timeSlicing").written() || document.at("sharing", "mps").written()
                || (versioned && (document.at("flags").isMap() || document.at("sharing").isMap()
                        || document.at("resources", "gpus").isList()));
    }

    /** Edits of an object, as kustomize and kubectl patch take them. */
    private static boolean patch(ManifestValue document) {
        return !document.items().isEmpty() && document.items().stream()
                .allMatch(item -> item.at("op").isText() && item.at("path").isText());
    }

    /** Plays of Ansible, hooks and their like: nothing in it is an object or a part of one. */
    private static boolean list(ManifestValue document) {
        return !document.items().isEmpty() && document.items().stream().allMatch(item -> item.isMap()
                && OF_LISTS.stream().noneMatch(key -> item.at(key).written()));
    }

    /** As a kustomization names its files. */
    private static boolean resources(ManifestValue document) {
        var named = document.at("resources");
        return named.isList() && !named.items().isEmpty() && named.items().stream().allMatch(ManifestValue::isText);
    }
}
