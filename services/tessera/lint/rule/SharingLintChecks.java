package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;
import tessera.lint.source.YamlInsertions;

/** Whether the GPU operator is told of the ConfigMaps that its device plugin and its MIG manager are to read. */
final class SharingLintChecks implements LintCheck {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String UNREAD = "config-map-unread";
    private static final String UNTOLD = "sharing-untold";
    private static final String PLUGIN = "devicePlugin";
    private static final String LABEL = "nvidia.com/device-plugin.config";

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (object.is("", "ConfigMap") && !object.name().isEmpty()) {
            map(object, look);
        }
    }

    private static void map(KubeObject map, CheckContext look) {
        var texts = written(map).toList();
        boolean shares = texts.stream().anyMatch(inner -> inner.at("sharing", "timeSlicing").isMap()
                || inner.at("sharing", "mps").isMap());
        boolean layouts = texts.stream().anyMatch(inner -> inner.at("mig-configs").isMap());
        var policies = OperatorChecks.policies(look);
        if (policies.size() == 1) {
            if (shares) {
                beside(map, policies.getFirst(), PLUGIN, look);
            }
            if (layouts) {
                beside(map, policies.getFirst(), "migManager", look);
            }
        } else if (shares && policies.isEmpty() && look.facts().mistake("configMaps", map.namespace() + "/" + map
                .name()).isEmpty()) {
            alone(map, look);
        }
    }

    private static Stream<ManifestValue> written(KubeObject map) {
        return map.at("data").entries().stream().map(entry -> YamlDocuments.inner(entry.value().text()))
                .filter(inner -> inner != null && inner.isMap());
    }

    private static void beside(KubeObject map, ManifestValue spec, String reader, CheckContext look) {
        if (spec.at(reader, "enabled").text().equals("false")) {
            return;
        }
        var name = spec.at(reader, "config", "name");
        if (!name.present()) {
            look.offer(UNREAD, map.at("metadata", "name"),
                    "%s: what tells the operator beside it does not name it in %s.config.name".formatted(map.name(),
                            reader),
                    ManifestEditor.ways(named(spec, reader, map)));
        } else if (!name.text().equals(map.name())) {
            boolean other = look.objects("", "ConfigMap").anyMatch(each -> each.name().equals(name.text()));
            if (!other && !name.unfilled()) {
                look.offer(UNREAD, map.at("metadata", "name"),
                        "%s: what tells the operator beside it names “%s” in %s.config.name".formatted(map.name(),
                                name.text(), reader),
                        ManifestEditor.ways(ManifestEditor.fix("Name %s there".formatted(map.name()),
                                ManifestEditor.replace(name, map.name()))));
            }
        } else if (reader.equals(PLUGIN) && !spec.at(reader, "config", "default").present()) {
            look.offer(UNTOLD, name, ("Without %s.config.default only nodes take it that are labelled %s with one of "
                    + "its keys").formatted(reader, LABEL),
                    map.at("data").entries().stream().limit(4)
                            .flatMap(entry -> ManifestEditor
                                    .fix("Make %s the default".formatted(entry.name()), ManifestEditor.insert(
                                            spec.at(reader, "config"), "default", JSON.textNode(entry.name())))
                                    .stream())
                            .toList());
        }
    }

    private static Optional<LintFix> named(ManifestValue spec, String reader, KubeObject map) {
        var keys = map.at("data").entries();
        ObjectNode tree = JSON.objectNode();
        var config = tree.putObject(reader).putObject("config").put("name", map.name());
        if (reader.equals(PLUGIN) && keys.size() == 1) {
            config.put("default", keys.getFirst().name());
        }
        return spec.isMap() ? ManifestEditor.fix("Name it there", YamlInsertions.merge(spec, tree)) : Optional.empty();
    }

    /** Nothing beside it tells the operator: the cluster may, if it is known. */
    private static void alone(KubeObject map, CheckContext look) {
        var told = look.cluster().flatMap(ManifestEnvironment::sharing);
        if (told.isEmpty()) {
            look.offer(UNTOLD, map.at("metadata", "name"),
                    "%s is read only where devicePlugin.config.name of the operator, or config.name of the plugin’s chart, is %1$s"
                            .formatted(map.name()),
                    List.of());
        } else if (!told.get().equals(map.name())) {
            look.offer(UNREAD, map.at("metadata", "name"), "%s: the device plugins of this cluster %s".formatted(
                    map.name(), told.get().isEmpty() ? "are told of no configuration"
                            : "are told to read “%s”".formatted(told.get())),
                    told.get().isEmpty() ? List.of()
                            : ManifestEditor.ways(ManifestEditor.fix("Call it " + told.get(),
                                    ManifestEditor.replace(map.at("metadata", "name"), told.get()))));
        }
    }
}
