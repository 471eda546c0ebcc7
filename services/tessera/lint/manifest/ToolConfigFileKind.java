package tessera.lint.manifest;

import java.util.List;
import java.util.Set;
import tessera.lint.source.ManifestValue;

/** A configuration file of a tool that is no Kubernetes object, recognized by its keys. */
public enum ToolConfigFileKind {

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

    /** Returns the tool file that a document without a kind is. */
    public static ToolConfigFileKind of(ManifestValue document) {
        if (!document.isMap()) {
            return isJsonPatch(document) || isForeignList(document) ? OTHER : NONE;
        }
        if (isMergePatch(document)) {
            return OTHER;
        }
        if (document.at("default-runtime").isText() || document.at("runtimes").entries().stream()
                .anyMatch(runtime -> runtime.value().at("path").text().endsWith("container-runtime"))) {
            return CONTAINER_RUNTIME;
        }
        if (document.at("mig-configs").isWritten()) {
            return MIG_LAYOUTS;
        }
        if (isPluginConfig(document)) {
            return PLUGIN_CONFIG;
        }
        if (document.at("groups").items().stream().anyMatch(group -> group.at("rules").isList())) {
            return PROMETHEUS_RULES;
        }
        if (document.at("dashboard", "panels").isList() || (document.at("panels").isList()
                && (document.at("schemaVersion").isPresent() || document.at("title").isPresent()))) {
            return DASHBOARD;
        }
        if ((!document.at("kind").isPresent() || document.at("cdiVersion").isPresent())
                && (OTHERS.stream().anyMatch(keys -> hasAllKeys(keys, document)) || isResourceList(document))) {
            return OTHER;
        }
        if (OF_OBJECTS.stream().anyMatch(key -> document.at(key).isWritten())
                || MAPS.stream().anyMatch(key -> document.at(key).isMap())) {
            return NONE;
        }
        return CHART_VALUES;
    }

    private static boolean hasAllKeys(Set<String> keys, ManifestValue document) {
        return keys.stream().allMatch(key -> document.at(key).isWritten());
    }

    /** Returns whether it is merged into an object elsewhere, as with kustomize and kubectl patch. */
    public static boolean isMergePatch(ManifestValue document) {
        return document.entries().stream()
                .anyMatch(entry -> OF_MERGES.contains(entry.name()) || isMergePatch(entry.value()))
                || document.items().stream().anyMatch(ToolConfigFileKind::isMergePatch);
    }

    /** Returns whether it is a device plugin configuration: nothing else has such keys. */
    public static boolean isPluginConfig(ManifestValue document) {
        boolean versioned = document.at("version").text().startsWith("v");
        return document.at("sharing", "timeSlicing").isWritten() || document.at("sharing", "mps").isWritten()
                || (versioned && (document.at("flags").isMap() || document.at("sharing").isMap()
                        || document.at("resources", "gpus").isList()));
    }

    /** Returns whether it is a JSON patch, as kustomize and kubectl patch take it. */
    private static boolean isJsonPatch(ManifestValue document) {
        return !document.items().isEmpty()
                && document.items().stream().allMatch(item -> item.at("op").isText() && item.at("path").isText());
    }

    /** Returns whether it is a list such as Ansible plays or hooks, without objects or parts of one. */
    private static boolean isForeignList(ManifestValue document) {
        return !document.items().isEmpty() && document.items().stream().allMatch(ToolConfigFileKind::isPlainItem);
    }

    private static boolean isPlainItem(ManifestValue item) {
        return item.isMap() && OF_LISTS.stream().noneMatch(key -> item.at(key).isWritten());
    }

    /** Returns whether its resources are a list of file names, as in a kustomization. */
    private static boolean isResourceList(ManifestValue document) {
        var named = document.at("resources");
        return named.isList() && !named.items().isEmpty() && named.items().stream().allMatch(ManifestValue::isText);
    }
}
